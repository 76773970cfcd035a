// Safe to share: the values are written only by the initialisers, and the address never changes.
/// The values of a mask at a fixed address.
final class MaskPlane<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  let baseAddress: UnsafePointer<Element>
  let count: Int
  /// The memory to give back; nil when the caller's is borrowed.
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

  deinit { owned?.deallocate() }
}
