internal import CVisionRuntime
import Foundation
import VisionErrors

/// One input or output of a compiled model: its description, and the memory that the model reads or writes in place.
///
/// Not Sendable: it belongs to its model's caller, one run at a time.
package final class Tensor {
  /// LiteRT accepts host memory that starts at a multiple of this.
  private static let alignment = 64
  /// XNNPACK's kernels may read a few bytes past an input's end, so a spare cache line follows the elements.
  private static let slack = 64

  /// The name in the model file.
  package let name: String
  package let elementType: TensorElementType
  /// The extents, outermost first, for example `[1, 192, 192, 3]`.
  package let shape: [Int]
  /// For a quantized tensor: real value = scale · (stored − zeroPoint).
  package let quantization: TensorQuantization?
  /// The number of elements.
  package let count: Int
  let handle: LiteRtTensorBuffer

  private let memory: UnsafeMutableRawPointer
  /// What `memory` lies in.
  private let allocation: UnsafeMutableRawPointer
  private let library: RuntimeLibrary

  /// Allocates memory for a tensor of the given type.
  init(name: String, type: LiteRtRankedTensorType, quantization: TensorQuantization?, library: RuntimeLibrary) throws {
    let size = try Self.size(of: type, name: name)
    let byteCount = size.bytes
    // Zeroed pages that nobody touches take no memory; the spare bytes are for the alignment and for what kernels read too much.
    guard let allocation = calloc(byteCount + Self.alignment + Self.slack, 1) else {
      throw TasksError(.resourceExhaustedError, "There is no memory for tensor \"\(name)\" of \(byteCount) bytes.")
    }
    let memory = allocation.alignedUp(toMultipleOf: Self.alignment)
    var type = type
    var handle: LiteRtTensorBuffer?
    do {
      try RuntimeStatus.check(
        library.functions.CreateTensorBufferFromHostMemory(&type, memory, byteCount, nil, &handle),
        "giving memory to tensor \"\(name)\"")
      self.handle = try RuntimeStatus.unwrap(handle, "giving memory to tensor \"\(name)\"")
    } catch {
      free(allocation)
      throw error
    }
    self.name = name
    self.elementType = size.elementType
    self.shape = type.layout.shape
    self.quantization = quantization
    self.count = size.count
    self.allocation = allocation
    self.memory = memory
    self.library = library
  }

  deinit {
    library.functions.DestroyTensorBuffer(handle)
    free(allocation)
  }

  /// The type, the number of elements and of bytes that a tensor of LiteRT's has.
  ///
  /// - Throws: `TasksError` with `unimplementedError` for types that are not supported, `invalidArgumentError` for shapes without
  ///   elements and for those whose bytes no integer can count.
  static func size(
    of type: LiteRtRankedTensorType, name: String
  ) throws -> (elementType: TensorElementType, count: Int, bytes: Int) {
    guard let elementType = TensorElementType(rawValue: type.elementType) else {
      throw TasksError(
        .unimplementedError,
        "Tensor \"\(name)\" has elements of LiteRT's type \(type.elementType), which is not supported.")
    }
    let shape = type.layout.shape
    var bytes = elementType.byteCount
    for extent in shape {
      let (product, overflows) = bytes.multipliedReportingOverflow(by: extent)
      guard extent >= 1, !overflows, product <= Int.max - alignment - slack else {
        throw TasksError.invalidArgument("Tensor \"\(name)\" has the shape \(shape), which cannot be allocated.")
      }
      bytes = product
    }
    return (elementType, bytes / elementType.byteCount, bytes)
  }

  /// The elements in place, valid while the tensor lives.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` when the tensor holds another type.
  package func elements<Element>(
    as type: Element.Type, _ elementType: TensorElementType
  ) throws -> UnsafeMutableBufferPointer<Element> {
    guard self.elementType == elementType else {
      throw TasksError.invalidArgument(
        "Tensor \"\(name)\" holds \(self.elementType) elements where \(elementType) is expected.")
    }
    return UnsafeMutableBufferPointer(start: memory.assumingMemoryBound(to: Element.self), count: count)
  }

  /// The elements of a float32 tensor.
  package func floats() throws -> UnsafeMutableBufferPointer<Float> { try elements(as: Float.self, .float32) }
  /// The elements of a uint8 tensor.
  package func bytes() throws -> UnsafeMutableBufferPointer<UInt8> { try elements(as: UInt8.self, .uint8) }
}

extension LiteRtLayout {
  /// A layout without strides.
  ///
  /// - Parameter shape: At most 8 extents.
  init(shape: [Int]) {
    self.init()
    rankAndFlags = UInt32(shape.count)
    withUnsafeMutableBytes(of: &dimensions) { raw in
      let extents = raw.bindMemory(to: Int32.self)
      for (index, extent) in zip(extents.indices, shape) { extents[index] = Int32(extent) }
    }
  }

  /// The extents as integers.
  var shape: [Int] {
    withUnsafeBytes(of: dimensions) { raw in
      raw.bindMemory(to: Int32.self).prefix(Int(rankAndFlags & 127)).map(Int.init)
    }
  }

  /// Gives extents that a model leaves open (-1, usually the batch) the size 1 that a model file states as their default.
  mutating func fixDynamicExtents() {
    let rank = Int(rankAndFlags & 127)
    withUnsafeMutableBytes(of: &dimensions) { raw in
      let extents = raw.bindMemory(to: Int32.self)
      for index in extents.indices.prefix(rank) where extents[index] == -1 { extents[index] = 1 }
    }
  }
}
