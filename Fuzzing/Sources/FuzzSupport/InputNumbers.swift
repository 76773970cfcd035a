/// Takes numbers from an input's bytes; when they are used up, zeros.
public struct InputNumbers {
  private var rest: Slice<UnsafeRawBufferPointer>

  /// Starts with the first byte.
  public init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

  /// Whether bytes are left.
  public var hasMore: Bool { !rest.isEmpty }

  /// The next whole number of a type, any value.
  public mutating func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
    var number: Number = 0
    for _ in 0..<(Number.bitWidth / 8) { number = (number << 8) | Number(truncatingIfNeeded: rest.popFirst() ?? 0) }
    return number
  }

  /// A whole number in a range of at most 256 values.
  public mutating func integer(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(integer(UInt8.self)) % range.count
  }

  /// A number: often an extreme one, often one that boxes and scores have, else any bits, so NaN and infinity too.
  public mutating func number() -> Double {
    let kind = integer(UInt8.self)
    switch kind {
    case 0..<Self.extremeCount: return Self.extremes[Int(kind)]
    case Self.extremeCount..<96: return Double(integer(UInt16.self)) / 8
    case 96..<192: return Double(integer(UInt8.self)) / 255
    default: return Double(bitPattern: integer(UInt64.self))
    }
  }

  /// Bytes, fewer when fewer are left.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    let taken = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    return taken
  }

  private static let extremes: [Double] = [
    .nan, .infinity, -.infinity, 0, -0.0, -1, 1e300, -1e300, 1e-300, .greatestFiniteMagnitude, 9.3e18, -9.3e18,
    2_147_483_648,
    1e38, 1e39, .leastNonzeroMagnitude,
  ]
  private static let extremeCount = UInt8(extremes.count)
}
