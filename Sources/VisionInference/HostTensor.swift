import Foundation
import VisionCore
import VisionModels

/// One input or output of a session, with the host memory that the engine reads or writes in place and that stays where
/// it is as long as the tensor lives. Not Sendable: it belongs to its session's caller, one inference at a time.
package final class HostTensor {
  /// Engines accept host memory that starts at a multiple of this, in bytes.
  private static let alignment = 64
  /// Vector kernels may read a few bytes past an input's end, so a spare cache line follows the elements.
  private static let slack = 64

  package let name: String
  package let elementType: TensorElementType
  /// Outermost dimension first, for example `[1, 192, 192, 3]`.
  package let shape: [Int]
  /// Nil for tensors without one scale.
  package let quantization: TensorQuantization?
  package let count: Int
  package let byteCount: Int
  /// The first element; 64-byte aligned.
  package let memory: UnsafeMutableRawPointer

  private let allocation: UnsafeMutableRawPointer

  package init(
    name: String, elementType: TensorElementType, shape: [Int], quantization: TensorQuantization? = nil
  ) throws(TasksError) {
    let size = try Self.size(of: elementType, shape, name: name)
    // Zeroed pages that nothing touches take no memory; the spare bytes are for alignment and what kernels overread.
    guard let allocation = calloc(size.bytes + Self.alignment + Self.slack, 1) else {
      throw TasksError(.resourceExhaustedError, "There is no memory for tensor \"\(name)\" of \(size.bytes) bytes.")
    }
    (self.name, self.elementType, self.shape, self.quantization) = (name, elementType, shape, quantization)
    (self.allocation, memory) = (allocation, allocation.alignedUp(toMultipleOf: Self.alignment))
    (count, byteCount) = size
  }

  deinit { free(allocation) }

  /// An error for element types without whole bytes, for a dimension below 1 and a size that cannot be allocated.
  package static func size(
    of elementType: TensorElementType, _ shape: [Int], name: String
  ) throws(TasksError) -> (count: Int, bytes: Int) {
    guard let byteCount = elementType.byteCount else {
      throw TasksError(
        .unimplementedError, "Tensor \"\(name)\" has elements of type \(elementType), which is not supported.")
    }
    guard shape.allSatisfy({ $0 >= 1 }), let bytes = ([byteCount] + shape).product, bytes <= Int.max - alignment - slack
    else { throw TasksError.invalidArgument("Tensor \"\(name)\" has the shape \(shape), which cannot be allocated.") }
    return (bytes / byteCount, bytes)
  }

  package func elements<Element>(
    as type: Element.Type, _ elementType: TensorElementType
  ) throws(TasksError) -> UnsafeMutableBufferPointer<Element> {
    guard self.elementType == elementType else {
      throw .invalidArgument("Tensor \"\(name)\" holds \(self.elementType) elements where \(elementType) is expected.")
    }
    return UnsafeMutableBufferPointer(start: memory.assumingMemoryBound(to: Element.self), count: count)
  }

  package func floats() throws(TasksError) -> UnsafeMutableBufferPointer<Float> {
    try elements(as: Float.self, .float32)
  }

  package func bytes() throws(TasksError) -> UnsafeMutableBufferPointer<UInt8> { try elements(as: UInt8.self, .uint8) }
}
