/// The pax attributes of a tar archive's member that matter here: records of the form `LENGTH KEY=VALUE` and a line feed.
struct PaxAttributes {
  /// The member's name; nil if it is that of its header.
  private(set) var path: [UInt8]?
  /// The target of a link; nil if it is that of its header.
  private(set) var linkPath: [UInt8]?
  /// The size of its contents; nil if it is that of its header.
  private(set) var size: Int?
  /// Whether the contents have holes.
  private(set) var isSparse = false

  init() {}

  /// Parses records; nil for damaged ones.
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
