import Foundation

// Safe to share: the values are written only by the initialisers, and the address never changes.
/// The values of a mask at a fixed address.
final class MaskPlane<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  let baseAddress: UnsafePointer<Element>
  let count: Int
  /// The memory to free; nil when it is the caller's.
  private let owned: UnsafeMutablePointer<Element>?

  /// Copies `count` values, or borrows the caller's memory, which then has to outlive the plane.
  init(_ source: UnsafePointer<Element>, count: Int, shouldCopy: Bool) {
    self.count = count
    if shouldCopy {
      let copy = UnsafeMutablePointer<Element>.allocate(capacity: count)
      copy.initialize(from: source, count: count)
      owned = copy
      baseAddress = UnsafePointer(copy)
    } else {
      owned = nil
      baseAddress = source
    }
  }

  /// Allocates zeros for `fill` to write over.
  init(count: Int, zero: Element, fill: (UnsafeMutableBufferPointer<Element>) -> Void) {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
    memory.initialize(repeating: zero, count: count)
    fill(UnsafeMutableBufferPointer(start: memory, count: count))
    self.count = count
    owned = memory
    baseAddress = UnsafePointer(memory)
  }

  /// Converts every value of another plane.
  init<Source>(converting source: MaskPlane<Source>, _ convert: (Source) -> Element) {
    let converted = UnsafeMutablePointer<Element>.allocate(capacity: source.count)
    for index in 0..<source.count {
      (converted + index).initialize(to: convert(source.baseAddress[index]))
    }
    count = source.count
    owned = converted
    baseAddress = UnsafePointer(converted)
  }

  /// A copy with memory of its own.
  func copy() -> MaskPlane { MaskPlane(baseAddress, count: count, shouldCopy: true) }

  /// Calls a function with the values, and keeps the plane alive during the call.
  func withUnsafeValues<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeBufferPointer(start: baseAddress, count: count))
  }

  /// Whether the other plane has the same values, bit for bit.
  func hasSameValues(as other: MaskPlane) -> Bool {
    defer { withExtendedLifetime((self, other)) {} }
    return count == other.count && memcmp(baseAddress, other.baseAddress, count * MemoryLayout<Element>.stride) == 0
  }

  /// Hashes up to 64 values, evenly spaced.
  func hashSample(into hasher: inout Hasher) {
    let step = max(count / 64, 1)
    withUnsafeValues { values in
      for index in Swift.stride(from: 0, to: values.count, by: step) {
        Swift.withUnsafeBytes(of: values[index]) { hasher.combine(bytes: $0) }
      }
    }
  }

  deinit { owned?.deallocate() }
}
