import VisionCore

/// The bytes of a flatbuffer, in place where the processor allows it.
///
/// Members of a `.task` bundle start at multiples of 4 only. On x86-64 LiteRT runs them from there; elsewhere a copy that
/// starts at a multiple of 16 is made.
final class ModelBytes {
  let address: UnsafeRawPointer
  let count: Int
  private let owner: Any
  private let copy: UnsafeMutableRawPointer?

  #if arch(x86_64)
    private static let alignment = 1
  #else
    private static let alignment = 16
  #endif

  init(_ bytes: UnsafeRawBufferPointer, keepingAlive owner: Any, name: String) throws {
    // LiteRT prints on its own about bytes that are not a model; the identifier at byte 4 is cheap to look at first.
    guard bytes.count >= 8, let start = bytes.baseAddress, bytes[4..<8].elementsEqual("TFL3".utf8) else {
      throw TasksError.invalidArgument(
        "Model \(name) is not a TensorFlow Lite flatbuffer (\(bytes.count.counted("byte")), identifier TFL3 expected at byte 4)."
      )
    }
    count = bytes.count
    self.owner = owner
    let needsCopy = Int(bitPattern: start) % Self.alignment != 0
    copy = needsCopy ? UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 64) : nil
    copy?.copyMemory(from: start, byteCount: bytes.count)
    address = copy.map(UnsafeRawPointer.init) ?? start
  }

  deinit { copy?.deallocate() }
}
