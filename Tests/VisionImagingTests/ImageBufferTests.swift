import Foundation
import Testing
import VisionCore
import VisionImaging

@Suite("Pixel buffers keep their bounds and their memory")
struct ImageBufferTests {
  @Test(
    "Sizes and row distances that cannot be are refused by value",
    arguments: [
      (0, 4, 12), (4, 0, 12), (-1, 4, 12), (4, -7, 12), (70_000, 4, 210_000), (4, 70_000, 12), (4, 4, 11), (4, 4, -12),
      (4, 4, 0), (4, 65_535, Int.max / 2), (4, 2, Int.max),
    ])
  func refusedLayouts(width: Int, height: Int, bytesPerRow: Int) {
    let bytes = [UInt8](repeating: 0, count: 64)
    let error = #expect(throws: TasksError.self) {
      try ImageBuffer(copying: bytes, width: width, height: height, bytesPerRow: bytesPerRow, format: .rgb)
    }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains("\(width)") == true)
  }

  @Test("Too few bytes are refused; the last row needs no padding")
  func byteCounts() throws {
    let bytes = [UInt8](0..<17)
    let image = try ImageBuffer(copying: bytes, width: 2, height: 2, bytesPerRow: 11, format: .rgb)
    #expect(image.withUnsafeBytes { Array($0) } == bytes)
    #expect(throws: TasksError.self) {
      try ImageBuffer(copying: bytes.dropLast(), width: 2, height: 2, bytesPerRow: 11, format: .rgb)
    }
  }

  @Test("Writing to one copy leaves the other as it was")
  func copyOnWrite() throws {
    let first = try ImageBuffer(copying: [1, 2, 3], width: 1, height: 1, format: .rgb)
    var second = first
    second.withUnsafeMutableBytes { $0[0] = 9 }
    #expect(first.withUnsafeBytes { $0[0] } == 1)
    #expect(second.withUnsafeBytes { $0[0] } == 9)
  }

  @Test("Borrowed memory is read in place, never written, and released once after the last copy")
  func borrowed() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 12, alignment: 1)
    memory.initializeMemory(as: UInt8.self, repeating: 5, count: 12)
    let released = Counter()
    do {
      let image = try ImageBuffer(borrowing: memory, width: 2, height: 2, bytesPerRow: 6, format: .rgb) {
        released.increment()
      }
      #expect(image.withUnsafeBytes { $0.baseAddress } == UnsafeRawPointer(memory))
      var copy = image
      copy.withUnsafeMutableBytes { $0[0] = 8 }
      #expect(memory.load(as: UInt8.self) == 5)
      #expect(released.value == 0)
      withExtendedLifetime(image) {}
    }
    #expect(released.value == 1)
    memory.deallocate()
  }

  @Test("Borrowed memory is released when its layout is refused")
  func refusedBorrowing() {
    let released = Counter()
    var byte: UInt8 = 0
    #expect(throws: TasksError.self) {
      try ImageBuffer(borrowing: &byte, width: 0, height: 1, bytesPerRow: 3, format: .rgb) { released.increment() }
    }
    #expect(released.value == 1)
  }

  @Test("Orientations turn clockwise by their angle, from any multiple of 90 degrees")
  func orientations() {
    #expect(ImageOrientation(clockwiseDegrees: 0) == .up)
    #expect(ImageOrientation(clockwiseDegrees: 90) == .right)
    #expect(ImageOrientation(clockwiseDegrees: -90) == .left)
    #expect(ImageOrientation(clockwiseDegrees: 450) == .right)
    #expect(ImageOrientation(clockwiseDegrees: 180) == .down)
    #expect(ImageOrientation(clockwiseDegrees: 45) == nil)
    #expect(ImageOrientation.allCases.filter(\.isMirrored).map(\.rawValue) == [4, 5, 6, 7])
    #expect(ImageOrientation.allCases.map(\.clockwiseDegrees) == [0, 180, 270, 90, 0, 180, 270, 90])
  }
}

/// Counts from any thread. Sendable because the number is touched under the lock only.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  var value: Int { lock.withLock { count } }
  func increment() { lock.withLock { count += 1 } }
}
