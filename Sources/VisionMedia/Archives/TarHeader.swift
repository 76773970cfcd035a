/// A header block of a tar archive: old (v7), ustar, and GNU's. Source: POSIX.1-2017, pax, "ustar Interchange Format";
/// GNU tar's manual, "Basic Tar Format".
struct TarHeader {
  enum Kind {
    case file
    /// A link to another file, without contents.
    case link(isSymbolic: Bool)
    /// The name of the next member.
    case longName
    /// The target of the next member, a link.
    case longLink
    /// The pax attributes of the next member.
    case attributes
    /// Attributes of all members, which are not needed.
    case commonAttributes
    /// A folder or a device, without contents.
    case empty
    /// Something else, such as GNU's list of a folder's files.
    case other
    /// A file with holes, whose contents are not in one piece.
    case sparse
  }

  static let blockSize = 512
  let kind: Kind
  let size: Int
  let name, target: [UInt8]

  init?(_ block: [UInt8]) {
    guard block.count == Self.blockSize, Self.hasChecksum(block), let size = Self.number(block[124..<136])
    else { return nil }
    let name = Self.text(block[0..<100])
    // GNU's own format uses the bytes of the prefix for times.
    let prefix = block[257..<263].elementsEqual("ustar\0".utf8) ? Self.text(block[345..<500]) : []
    self.name = prefix.isEmpty ? name : prefix + [UInt8(ascii: "/")] + name
    target = Self.text(block[157..<257])
    kind = Self.kind(block[156])
    // Links state the size of their target, and have no contents.
    switch kind {
    case .empty, .link: self.size = 0
    default: self.size = size
    }
  }

  private static func kind(_ type: UInt8) -> Kind {
    switch type {
    case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): .file
    case UInt8(ascii: "1"): .link(isSymbolic: false)
    case UInt8(ascii: "2"): .link(isSymbolic: true)
    case UInt8(ascii: "3")...UInt8(ascii: "6"): .empty
    case UInt8(ascii: "K"): .longLink
    case UInt8(ascii: "L"): .longName
    case UInt8(ascii: "x"): .attributes
    case UInt8(ascii: "S"): .sparse
    case UInt8(ascii: "g"): .commonAttributes
    default: .other
    }
  }

  /// Whether the sum of all bytes is right; the sum's own field counts as spaces.
  private static func hasChecksum(_ block: [UInt8]) -> Bool {
    guard let sum = number(block[148..<156]) else { return false }
    let rest = block[..<148] + block[156...]
    let spaces = 8 * Int(UInt8(ascii: " "))
    // Some old programs added signed bytes.
    return sum == rest.reduce(spaces) { $0 + Int($1) } || sum == rest.reduce(spaces) { $0 + Int(Int8(bitPattern: $1)) }
  }

  /// A number in octal digits, or in base 256 where the first bit is set; nil for none, and beyond 63 bits.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    guard let first = field.first else { return nil }
    if first & 0x80 != 0 { return value(of: [first & 0x7F] + field.dropFirst(), base: 256) }
    let digits = text(field).drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") }
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }) else { return nil }
    return value(of: digits.map { $0 - UInt8(ascii: "0") }, base: 8)
  }

  private static func value(of digits: some Sequence<UInt8>, base: Int) -> Int? {
    var value = 0
    for digit in digits {
      let product = value.multipliedReportingOverflow(by: base)
      let sum = product.partialValue.addingReportingOverflow(Int(digit))
      guard !product.overflow, !sum.overflow else { return nil }
      value = sum.partialValue
    }
    return value
  }

  private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] { Array(field.prefix { $0 != 0 }) }
}

/// A member's pax attributes that matter here: records of the form `LENGTH KEY=VALUE` and a line feed.
struct PaxAttributes {
  /// Nil, as the size, where the header's own value holds.
  private(set) var path, linkPath: [UInt8]?
  private(set) var size: Int?
  private(set) var isSparse = false

  init() {}

  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let (key, value) = Self.takeRecord(from: &rest) else { return nil }
      switch String(decoding: key, as: UTF8.self) {
      case "path": path = Array(value)
      case "linkpath": linkPath = Array(value)
      case "size":
        guard let number = Int(String(decoding: value, as: UTF8.self)), number >= 0 else { return nil }
        size = number
      case let key where key.hasPrefix("GNU.sparse."): isSparse = true
      default: continue
      }
    }
  }

  private static func takeRecord(
    from rest: inout ArraySlice<UInt8>
  ) -> (key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
    // The length counts its own digits; that of no record has more than these.
    let digits = rest.prefix(20).prefix { $0 != UInt8(ascii: " ") }
    guard let length = Int(String(decoding: digits, as: UTF8.self)), length > digits.count + 1, length <= rest.count
    else { return nil }
    let record = rest.prefix(length).dropFirst(digits.count + 1)
    rest = rest.dropFirst(length)
    guard record.last == UInt8(ascii: "\n"), let equals = record.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return (record[..<equals], record[(equals + 1)...].dropLast())
  }
}
