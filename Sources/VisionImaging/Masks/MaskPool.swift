import Foundation
import VisionCore

/// Memory for masks of one size. That of masks which are gone serves the next ones: fresh pages cost more than filling
/// them.
package final class MaskPool: Sendable {
  /// Memory of larger masks is returned to the system.
  private static let keptBytes = 128 << 20
  private static let alignment = 64

  package let byteCount: Int
  private let capacity: Int
  private let unused = Locked<[UInt]>([])

  /// Keeps the memory of up to `count` masks of `byteCount` bytes.
  package init(byteCount: Int, count: Int) {
    self.byteCount = byteCount
    capacity = min(count, Self.keptBytes / max(byteCount, 1))
  }

  /// Returns memory of undefined content.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when the system has none.
  func take() throws(TasksError) -> UnsafeMutableRawPointer {
    if let address = unused.withLock({ $0.popLast() }), let memory = UnsafeMutableRawPointer(bitPattern: address) {
      return memory
    }
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, Self.alignment, max(byteCount, 1)) == 0, let memory else {
      throw .exhausted(
        "There is no memory for a mask of \(byteCount.counted("byte")). Ask for fewer masks, or for masks at the model's "
          + "size.")
    }
    return memory
  }

  func giveBack(_ memory: UnsafeMutableRawPointer) {
    let isKept = unused.withLock { unused in
      guard unused.count < capacity else { return false }
      unused.append(UInt(bitPattern: memory))
      return true
    }
    if !isKept { free(memory) }
  }

  deinit { unused.withLock { $0.forEach { free(UnsafeMutableRawPointer(bitPattern: $0)) } } }
}

extension Mask {
  /// Makes a mask of floats or bytes, which `fill` writes over undefined values, in memory of a pool or of its own.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` without memory, `internalError` for a wrong size or a pool of
  ///   another one.
  package convenience init<Value: MaskValue>(
    width: Int, height: Int, in pool: MaskPool? = nil, filling fill: (UnsafeMutableBufferPointer<Value>) -> Void
  ) throws(TasksError) {
    let count = Self.pixelCount(width: width, height: height) ?? 0
    let pool = pool ?? MaskPool(byteCount: count * MemoryLayout<Value>.stride, count: 0)
    guard count > 0, pool.byteCount / MemoryLayout<Value>.stride == count else {
      throw TasksError.internalFailure("A mask of \(width) x \(height) values does not fit \(pool.byteCount) bytes.")
    }
    let memory = try pool.take().bindMemory(to: Value.self, capacity: count)
    fill(UnsafeMutableBufferPointer(start: memory, count: count))
    self.init(Value.plane(MaskPlane(memory, count: count, of: pool)), width: width, height: height)
  }
}

/// The element types of masks.
package protocol MaskValue: BitwiseCopyable, Sendable {
  static func plane(_ plane: MaskPlane<Self>) -> MaskValues
}

extension UInt8: MaskValue {
  package static func plane(_ plane: MaskPlane<UInt8>) -> MaskValues { .uInt8(plane) }
}

extension Float: MaskValue {
  package static func plane(_ plane: MaskPlane<Float>) -> MaskValues { .float32(plane) }
}
