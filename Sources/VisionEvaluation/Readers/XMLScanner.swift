import Foundation
import VisionCore

/// The elements of an XML file, in their order, with attributes and text.
///
/// Not Foundation's parser, which needs libxml2 on the user's machine. It reads what data files consist of; document
/// types, and with them entities of one's own, are refused.
struct XMLScanner {
  enum Event: Equatable {
    case begin(name: String, attributes: [String: String])
    case text(String)
    case end(name: String)
  }

  private static let depthLimit = 64

  private let bytes: [UInt8]
  private var position = 0
  private var open: [String] = []
  private var pendingEnd: String?

  init(_ data: Data) {
    bytes = Array(data)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next event; nil at the end of the file.
  mutating func next() throws -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name: name)
    }
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") {
        let start = position
        position = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        let text = try decoded(bytes[start..<position])
        if text.allSatisfy(\.isWhitespace) { continue }
        guard !open.isEmpty else { throw damage("text outside of the root") }
        return .text(text)
      }
      if skip("<!--") {
        try skip(past: "-->")
      } else if skip("<?") {
        try skip(past: "?>")
      } else if skip("<![CDATA[") {
        let start = position
        try skip(past: "]]>")
        return .text(try utf8(bytes[start..<position - 3]))
      } else if skip("<!") {
        throw damage("a document type, which is not read")
      } else if skip("</") {
        return try end()
      } else {
        return try begin()
      }
    }
    if let name = open.last { throw damage("no end of <\(name)>") }
    return nil
  }

  /// The next element in the one that is open; nil at its end, which is taken. Before the next call all of the element
  /// has to be taken, by this or by `skipElement`.
  mutating func nextChild() throws -> (name: String, attributes: [String: String])? {
    while let event = try next() {
      switch event {
      case .begin(let name, let attributes): return (name, attributes)
      case .text: continue
      case .end: return nil
      }
    }
    return nil
  }

  /// Takes the rest of the open element. Elements are at most `depthLimit` deep, and so is this.
  mutating func skipElement() throws { while try nextChild() != nil { try skipElement() } }

  private mutating func begin() throws -> Event {
    position += 1
    let name = try name()
    var attributes: [String: String] = [:]
    while true {
      skipSpaces()
      if skip("/>") {
        pendingEnd = name
        break
      }
      if skip(">") {
        open.append(name)
        guard open.count <= Self.depthLimit else { throw damage("more than \(Self.depthLimit) elements in each other") }
        break
      }
      let key = try self.name()
      skipSpaces()
      guard skip("=") else { throw damage("an attribute without a value") }
      skipSpaces()
      guard position < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]) else {
        throw damage("an attribute without quotes")
      }
      let quote = bytes[position]
      guard let last = bytes[(position + 1)...].firstIndex(of: quote) else { throw damage("an open attribute") }
      let value = try decoded(bytes[position + 1..<last])
      position = last + 1
      guard attributes.updateValue(value, forKey: key) == nil else { throw damage("the attribute \(key) twice") }
    }
    return .begin(name: name, attributes: attributes)
  }

  private mutating func end() throws -> Event {
    let name = try name()
    skipSpaces()
    guard skip(">"), open.popLast() == name else { throw damage("</\(name)> in the wrong place") }
    return .end(name: name)
  }

  private mutating func name() throws -> String {
    let start = position
    while position < bytes.count, !" \t\r\n=/>\"'<".utf8.contains(bytes[position]) { position += 1 }
    guard position > start else { throw damage("no name") }
    return try utf8(bytes[start..<position])
  }

  private mutating func skipSpaces() {
    while position < bytes.count, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes.count - position >= wanted.count, bytes[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  private mutating func skip(past text: StaticString) throws {
    while position < bytes.count { if skip(text) { return } else { position += 1 } }
    throw damage("no \(text)")
  }

  private func utf8(_ part: ArraySlice<UInt8>) throws -> String {
    guard let text = String(validating: part, as: UTF8.self) else { throw damage("text that is not UTF-8") }
    return text
  }

  /// Text with its entities replaced: the five of XML, and numbers of characters.
  private func decoded(_ part: ArraySlice<UInt8>) throws -> String {
    let text = try utf8(part)
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let names: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
    var result = String.UnicodeScalarView()
    // Scalars, since a mark that combines with the one before it would hide an ampersand or a semicolon.
    var rest = text.unicodeScalars[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      guard let end = rest[start...].prefix(12).firstIndex(of: ";") else { throw damage("an open entity") }
      let name = String(rest[rest.index(after: start)..<end])
      let isHex = name.hasPrefix("#x")
      let number = name.hasPrefix("#") ? UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10) : nil
      guard let value = names[name] ?? number.flatMap(Unicode.Scalar.init) else { throw damage("the entity &\(name);") }
      result.append(value)
      rest = rest[rest.index(after: end)...]
    }
    return String(result + rest)
  }

  private func damage(_ what: String) -> TasksError {
    let line = bytes.prefix(position).count { $0 == UInt8(ascii: "\n") } + 1
    return TasksError.invalidArgument("The XML has \(what) in line \(line); make the file anew.")
  }
}
