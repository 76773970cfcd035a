import Foundation
import VisionCore

/// The bytes of a model, a bundle or a part of one, kept alive by this value and shared by its copies and slices: a
/// file mapped into memory (read on demand, never copied), or memory of its own, aligned to 64 bytes.
package struct ModelData: Sendable {
  package let block: MemoryBlock
  package let range: Range<Int>

  package init(_ bytes: some Collection<UInt8>) {
    self.init(block: MemoryBlock(byteCount: bytes.count) { $0.copyBytes(from: bytes) })
  }

  package init(block: MemoryBlock, range: Range<Int>? = nil) {
    (self.block, self.range) = (block, range ?? 0..<block.bytes.count)
  }

  package var count: Int { range.count }

  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(block) {} }
    return try body(UnsafeRawBufferPointer(rebasing: block.bytes[range]))
  }

  /// Whether the bytes are the same, in the same memory or not.
  package func equals(_ other: ModelData) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        guard let one = one.baseAddress, let two = other.baseAddress, one != two else { return true }
        return memcmp(one, two, count) == 0
      }
    }
  }

  /// A part of the bytes, which shares their memory; an error where it does not lie in `0..<count`.
  package func slice(_ part: Range<Int>) throws(TasksError) -> ModelData {
    guard part.lowerBound >= 0, part.upperBound <= count else {
      throw .outOfRange("Bytes \(part) were asked for; there are \(count), so ask within 0..<\(count).")
    }
    return ModelData(block: block, range: (range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound))
  }

  /// The little-endian number at a position, or nil when it does not lie within the bytes; any alignment will do.
  package func integer<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self, at position: Int) -> Integer? {
    guard position >= 0, position <= count - MemoryLayout<Integer>.size else { return nil }
    return withUnsafeBytes { Integer(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Integer.self)) }
  }

  /// All bytes as little-endian integers; a remainder at the end is ignored.
  package func integers<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self) -> [Integer] {
    withUnsafeBytes { [Integer](littleEndian: $0) }
  }

  /// Calls `body` with the address of the bytes as elements of a type. False, without a call, where their alignment is
  /// another.
  package func withAligned<Element: BitwiseCopyable>(
    _: Element.Type, _ body: (UnsafePointer<Element>?) -> Void
  ) -> Bool {
    withUnsafeBytes { bytes in
      guard UInt(bitPattern: bytes.baseAddress) % UInt(MemoryLayout<Element>.alignment) == 0 else { return false }
      body(bytes.bindMemory(to: Element.self).baseAddress)
      return true
    }
  }

  /// All bytes as float32 numbers, or as float16 ones; a remainder at the end is ignored.
  package func floats(isHalf: Bool) -> [Float] {
    // Places lie below the count, so products do not overflow; checks would keep the loop from being vectorized.
    withUnsafeBytes { bytes in
      isHalf
        ? [Float](count: bytes.count / 2) { place in
          Float(halfBits: UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 &* place, as: UInt16.self)))
        }
        : [Float](count: bytes.count / 4) { place in
          Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 &* place, as: UInt32.self)))
        }
    }
  }

  /// Maps a regular file into memory; its bytes are loaded when they are first touched. It must not be shortened while
  /// it is in use; replacing it by a new one under the same name is fine.
  package init(contentsOfFile path: String) throws(TasksError) {
    guard !path.isEmpty else {
      throw TasksError.invalidArgument("The path of the model file is empty; give the path of a .task or .tflite file.")
    }
    // Not blocking, so that a pipe without a writer is refused below instead of waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.openError(path: path, code: errno) }
    defer { close(descriptor) }

    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.openError(path: path, code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR:
      throw TasksError.invalidArgument("\(path) is a folder; give the path of a .task or .tflite file in it.")
    default:
      throw TasksError.invalidArgument("\(path) is not a regular file; give the path of a .task or .tflite file.")
    }
    let byteCount = Int(status.st_size)
    guard byteCount > 0 else {
      throw TasksError.invalidArgument("The model file \(path) is empty (0 bytes); fetch or copy it again.")
    }
    guard let mapping = FileMapping(descriptor: descriptor, byteCount: byteCount) else {
      throw Self.openError(path: path, code: errno)
    }
    self.init(block: MemoryBlock(mapping))
  }

  /// Releases the memory of a mapped file's bytes until they are read again: a compiled model has packed its weights
  /// and hardly reads the file's. Does nothing for bytes in memory of their own.
  package func releasePages() { block.mapping?.releasePages(of: range) }

  /// A copy with little-endian numbers, and then longer pieces, written over it at their positions. It is at least as
  /// large; bytes after the original's are 0. Of a mapped file, only the pages that are written are copied.
  package func writing(
    _ numbers: [(position: Int, value: UInt32)], _ pieces: [(position: Int, piece: BytePiece)] = [], byteCount: Int
  ) -> ModelData {
    if let file = block.mapping,
      let mapping = FileMapping(changing: file, range: range, byteCount: byteCount, numbers: numbers, pieces: pieces)
    {
      return ModelData(block: MemoryBlock(mapping))
    }
    return ModelData(
      block: MemoryBlock(byteCount: byteCount) { copy in
        withUnsafeBytes { copy.copyMemory(from: $0) }
        for number in numbers {
          copy.storeBytes(of: number.value.littleEndian, toByteOffset: number.position, as: UInt32.self)
        }
        for (position, piece) in pieces { piece.write(to: copy[position...]) }
      })
  }

  private static func openError(path: String, code: Int32) -> TasksError {
    switch code {
    case ENOENT, ENOTDIR: .missingFile(path, advice: "check the path or fetch the model.")
    case EACCES, EPERM: TasksError(.permissionDeniedError, "The file \(path) may not be read; change its permissions.")
    default: TasksError(.unknownError, "The file \(path) cannot be opened: \(FileFailure(code).text).")
    }
  }
}

/// Bytes that are generated in place: large weights need no second copy.
package struct BytePiece: Sendable {
  package let byteCount: Int
  /// Writes all of them to memory of `byteCount` bytes, of any alignment.
  package let fill: @Sendable (UnsafeMutableRawBufferPointer) -> Void

  package init(byteCount: Int, fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
    (self.byteCount, self.fill) = (byteCount, fill)
  }

  package init(_ bytes: [UInt8]) { self.init(byteCount: bytes.count) { $0.copyBytes(from: bytes) } }

  package func write(to memory: Slice<UnsafeMutableRawBufferPointer>) {
    fill(UnsafeMutableRawBufferPointer(rebasing: memory.prefix(byteCount)))
  }
}

extension Array {
  /// As `map` over indices, in a loop that the compiler vectorizes.
  fileprivate init(count: Int, _ element: (Int) -> Element) {
    guard count > 0 else {
      self = []
      return
    }
    self.init(unsafeUninitializedCapacity: count) { elements, initialized in
      for place in 0..<count { elements.initializeElement(at: place, to: element(place)) }
      initialized = count
    }
  }
}

extension Array where Element: FixedWidthInteger {
  /// Little-endian integers in bytes of any alignment; a remainder at the end is ignored. Copied at once: a loop over
  /// the elements takes a hundred times as long when another module calls it, where it is not specialized.
  init(littleEndian bytes: UnsafeRawBufferPointer) {
    let count = bytes.count / MemoryLayout<Element>.size
    // Without elements the initializer below writes the length of the empty array, which all threads share.
    guard count > 0 else {
      self = []
      return
    }
    self.init(unsafeUninitializedCapacity: count) { elements, initialized in
      UnsafeMutableRawBufferPointer(elements)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<(count * MemoryLayout<Element>.size)]))
      initialized = count
    }
    #if _endian(big)
      self = map { Element(littleEndian: $0) }
    #endif
  }
}

extension Float {
  /// Converts IEEE 754 float16: sign, 5 bits of exponent, 10 of fraction. `Float16` is missing on some systems.
  @inlinable package init(halfBits bits: UInt16) {
    let shifted = UInt32(bits & 0x7FFF) << 13
    // Moves the exponent's bias by a product, which is also right for subnormal numbers.
    let finite = (Float(bitPattern: shifted) * 0x1p112).bitPattern
    let isFinite = bits & 0x7C00 != 0x7C00
    self.init(bitPattern: (isFinite ? finite : shifted | 0x7F80_0000) | UInt32(bits & 0x8000) << 16)
  }
}
