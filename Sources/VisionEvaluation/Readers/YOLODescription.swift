import Foundation
import VisionCore

/// What `data.yaml` says of a YOLO data set. Of YAML it reads what these files consist of: keys with a value, a list or
/// a map of numbers.
struct YOLODescription {
  var names: [Int: String] = [:]
  /// The folders of the images of each part, in the data set's folder.
  var parts: [String: [String]] = [:]
  /// The number of keypoints and of values for each; nil without keypoints.
  var keypoints: (count: Int, values: Int)?

  init() {}

  init(yaml text: String, path: String) throws {
    var key = ""
    for line in Self.lines(of: text) {
      let content = line.trimmingCharacters(in: .whitespaces)
      if content.isEmpty || content == "---" { continue }
      let isInside = line.first?.isWhitespace == true || content.hasPrefix("- ")
      if isInside, add(content, to: key) { continue }
      if !isInside, let (name, value) = Self.pair(content) {
        key = name
        try take(value, of: key, path)
      } else {
        throw TasksError.invalidArgument(
          "\(path) has the line \"\(content.prefix(80))\"; known are lines \"key: value\", and lists below a key.")
      }
    }
  }

  /// Takes names from a text with one in each line. Empty lines hold the numbering.
  mutating func setNames(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    names = Dictionary(uniqueKeysWithValues: lines.enumerated().filter { !$1.isEmpty }.map { ($0, $1) })
  }

  /// Takes a line below a key; returns false for one of `names` that is no name.
  private mutating func add(_ content: String, to key: String) -> Bool {
    if content.hasPrefix("- ") {
      let value = Self.unquoted(String(content.dropFirst(2)))
      if key == "names" { names[names.count] = value } else { parts[key, default: []].append(value) }
      return true
    }
    guard key == "names" else { return true }
    guard let (number, name) = Self.pair(content), let index = Int(number) else { return false }
    names[index] = Self.unquoted(name)
    return true
  }

  private mutating func take(_ value: String, of key: String, _ path: String) throws {
    switch key {
    case "names":
      let list = Self.list(value)
      // A map in braces has pairs.
      for (index, item) in list.enumerated() {
        if value.hasPrefix("{"), let (number, name) = Self.pair(item), let index = Int(number) {
          names[index] = Self.unquoted(name)
        } else {
          names[index] = Self.unquoted(item)
        }
      }
    case "kpt_shape":
      let shape = Self.list(value).compactMap { Int($0) }
      guard shape.count == 2, (1...LabelLimits.keypoints).contains(shape[0]), (2...3).contains(shape[1]) else {
        throw TasksError.invalidArgument(
          "\(path) has kpt_shape \(value); needed are the number of keypoints and 2 or 3, as in [17, 3].")
      }
      keypoints = (shape[0], shape[1])
    default: if !value.isEmpty { parts[key] = Self.list(value).map(Self.unquoted) }
    }
  }

  /// The folder of a part, or the list of its images, a file that ends in `.txt`: what is named, without what leads out
  /// of the data set's folder, as data sets that were moved have it.
  func place(of part: String, in root: String) throws -> String {
    guard let folders = parts[part], let named = folders.first else {
      throw TasksError.invalidArgument(
        "The data set has no part \"\(part)\"; name one with --split, or the folder of the images with --images.")
    }
    guard folders.count == 1 else {
      throw TasksError.invalidArgument(
        "The part \"\(part)\" has \(folders.count) folders; evaluate one after the other, each named with --images.")
    }
    let roots = [parts["path"]?.first.flatMap(LabelPath.inside).map { root.appendingPath($0) }, root].compactMap { $0 }
    let inside = named.split(separator: "/").drop { $0 == ".." || $0 == "." }.joined(separator: "/")
    guard !named.hasPrefix("/"), let path = LabelPath.inside(inside) else {
      throw TasksError.invalidArgument(
        "The part \"\(part)\" is the \(Self.kind(of: named)) \(named), which is not in the folder of the data set; name the "
          + "folder of the images with --images.")
    }
    let found = roots.map { $0.appendingPath(path) }.first {
      LabelPlace.isFolder($0) || (Self.isList($0) && FileManager.default.fileExists(atPath: $0))
    }
    guard let found else {
      throw TasksError.notFound(
        "There is no \(Self.kind(of: path)) \(path) in \(root); name the folder of the images with --images.")
    }
    return found
  }

  /// Whether a part's place is a list of images.
  static func isList(_ place: String) -> Bool { place.fileExtension == "txt" && !LabelPlace.isFolder(place) }

  private static func kind(of place: String) -> String { isList(place) ? "list" : "folder" }

  /// The lines without comments and without texts of several lines, such as the script that downloads the images. A
  /// list in brackets that goes over several lines becomes one.
  private static func lines(of text: String) -> [String] {
    var lines: [String] = []
    var flow = YAMLFlow()
    var isInText = false
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      isInText = isInText && line.first?.isWhitespace != false
      if isInText { continue }
      let continues = flow.isOpen
      let content = flow.withoutComment(line)
      if continues { lines[lines.count - 1] += " " + content } else { lines.append(content) }
      let start = content.split(separator: ":", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces) ?? ""
      isInText = !flow.isOpen && ["|", ">", "|-", ">-", "|+", ">+"].contains(start)
    }
    return lines
  }

  private static func pair(_ text: String) -> (String, String)? {
    var flow = YAMLFlow()
    guard let colon = text.indices.first(where: { !flow.isQuoted(text[$0]) && text[$0] == ":" }) else { return nil }
    let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    return (unquoted(String(text[..<colon])), value)
  }

  private static func unquoted(_ text: String) -> String {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard text.count > 1, let first = text.first, "\"'".contains(first), text.last == first else { return text }
    let inner = String(text.dropFirst().dropLast())
    if first == "'" { return inner.replacing("''", with: "'") }
    // The escapes that both have are JSON's. A text with others of YAML's keeps them.
    return (try? JSONDecoder().decode(String.self, from: Data(text.utf8))) ?? inner
  }

  /// The items of `[a, b]` or `{0: a}`; commas and brackets in quotes are text.
  private static func list(_ text: String) -> [String] {
    guard let first = text.first, "[{".contains(first) else { return text.isEmpty ? [] : [text] }
    var items = [""]
    var flow = YAMLFlow()
    for character in text.dropFirst() {
      if !flow.isQuoted(character) {
        if "]}".contains(character) { break }
        if character == "," {
          items.append("")
          continue
        }
      }
      items[items.count - 1].append(character)
    }
    return items.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}

/// Tells quoted texts, lists in brackets and comments from what is plain. A quotation mark or a bracket within a word
/// opens nothing.
private struct YAMLFlow {
  private var depth = 0
  private var mark: Character?
  private var isEscaped = false
  private var isAtStart = true
  private var wasSingle = false

  /// Whether a list goes on in the next line.
  var isOpen: Bool { depth > 0 }

  mutating func withoutComment(_ line: Substring) -> String {
    if !isOpen { self = YAMLFlow() }
    var content = ""
    for character in line {
      let mayOpen = isAtStart || isOpen
      if !isQuoted(character) {
        if character == "#", content.last?.isWhitespace ?? true { break }
        if "[{".contains(character), mayOpen { depth += 1 }
        if "]}".contains(character), isOpen { depth -= 1 }
      }
      content.append(character)
    }
    return content
  }

  /// Whether the next character is of a quoted text, or one of its marks.
  mutating func isQuoted(_ character: Character) -> Bool {
    if let open = mark {
      if isEscaped {
        isEscaped = false
      } else if open == "\"", character == "\\" {
        isEscaped = true
      } else if character == open {
        (mark, isAtStart, wasSingle) = (nil, false, open == "'")
      }
      return true
    }
    // Two single marks in a quoted text are one of it.
    if "\"'".contains(character), isAtStart || (wasSingle && character == "'") {
      mark = character
      return true
    }
    wasSingle = false
    if !character.isWhitespace { isAtStart = "[{,:".contains(character) || (isAtStart && character == "-") }
    return false
  }
}
