import Foundation
import VisionCore

/// What `data.yaml` says of a YOLO data set. Of YAML it reads what these files consist of: keys with a value, a list or
/// a map of numbers.
struct YOLODescription {
  var names: [Int: String] = [:]
  /// The folder of the images of each part, in the data set's folder.
  var parts: [String: String] = [:]
  /// The number of keypoints and of values for each; nil without keypoints.
  var keypoints: (count: Int, values: Int)?

  init() {}

  /// A name in each line.
  init(classNames text: String) {
    for (index, line) in text.split(separator: "\n").enumerated() {
      names[index] = line.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  init(yaml text: String, path: String) throws {
    var key = ""
    for line in text.split(whereSeparator: \.isNewline).map({ Self.withoutComment(String($0)) }) {
      let content = line.trimmingCharacters(in: .whitespaces)
      if content.isEmpty || content == "---" { continue }
      let isInside = line.first?.isWhitespace == true || content.hasPrefix("- ")
      if isInside {
        add(content, to: key)
      } else if let (name, value) = Self.pair(content) {
        key = name
        try take(value, of: key, path)
      } else {
        throw TasksError.invalidArgument(
          "\(path) has the line \"\(content.prefix(80))\"; known are lines \"key: value\", and lists below a key.")
      }
    }
  }

  private mutating func add(_ content: String, to key: String) {
    if content.hasPrefix("- ") {
      let value = Self.unquoted(String(content.dropFirst(2)))
      if key == "names" { names[names.count] = value } else { parts[key] = parts[key] ?? value }
    } else if key == "names", let (number, name) = Self.pair(content), let index = Int(number) {
      names[index] = Self.unquoted(name)
    }
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
    default: if !value.isEmpty { parts[key] = Self.unquoted(Self.list(value).first ?? value) }
    }
  }

  /// The folder of a part: the one that is named, without what leads out of the data set's folder, as data sets that
  /// were moved have it.
  func folder(of part: String, in root: String) throws -> String {
    guard let named = parts[part] else {
      throw TasksError.invalidArgument(
        "The data set has no part \"\(part)\"; name one with --split, or the folder of the images with --images.")
    }
    let roots = [parts["path"].flatMap(LabelPath.inside).map { root.appendingPath($0) }, root].compactMap { $0 }
    let inside = named.split(separator: "/").drop { $0 == ".." || $0 == "." }.joined(separator: "/")
    guard !named.hasPrefix("/"), let path = LabelPath.inside(inside) else {
      throw TasksError.invalidArgument(
        "The part \"\(part)\" is the folder \(named), which is not in that of the data set; name it with --images.")
    }
    let found = roots.map { $0.appendingPath(path) }.first { LabelPlace.isFolder($0) }
    guard let found else {
      throw TasksError.notFound("There is no folder \(path) in \(root); name that of the images with --images.")
    }
    return found
  }

  private static func withoutComment(_ line: String) -> String {
    var quote: Character?
    var last: Character = " "
    for (index, character) in line.enumerated() {
      if let open = quote {
        if character == open { quote = nil }
      } else {
        if character == "\"" || character == "'" { quote = character }
        if character == "#", last.isWhitespace { return String(line.prefix(index)) }
      }
      last = character
    }
    return line
  }

  private static func pair(_ text: String) -> (String, String)? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    return (unquoted(String(text[..<colon])), value)
  }

  private static func unquoted(_ text: String) -> String {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard text.count > 1, let first = text.first, "\"'".contains(first), text.last == first else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// The items of `[a, b]` or `{0: a}`; commas in quotes separate nothing.
  private static func list(_ text: String) -> [String] {
    guard let first = text.first, "[{".contains(first) else { return text.isEmpty ? [] : [text] }
    var items = [""]
    var quote: Character?
    for character in text.dropFirst().prefix(while: { !"]}".contains($0) }) {
      if let open = quote {
        if character == open { quote = nil }
      } else if "\"'".contains(character) {
        quote = character
      }
      if character == ",", quote == nil { items.append("") } else { items[items.count - 1].append(character) }
    }
    return items.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
