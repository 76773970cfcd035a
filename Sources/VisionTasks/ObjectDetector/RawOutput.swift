import VisionCore
import VisionInference
import VisionPerception

/// A raw output of a detector, in the pieces and the element type that the model computes.
///
/// Not Sendable: it refers to the model's memory.
struct RawOutput {
  /// The elements of a piece, in the model's memory.
  enum Elements {
    case floats(UnsafeBufferPointer<Float>)
    case bytes(UnsafeBufferPointer<UInt8>, ByteValues)
  }

  /// Consecutive rows of the output, one per box.
  struct Piece {
    /// The index of the first element in the output.
    let start: Int
    let count: Int
    let elements: Elements
  }

  /// The pieces in order.
  let pieces: [Piece]
  /// The total number of elements.
  let count: Int
  /// Whether the elements are logits because the engine omitted the model's logistic function.
  let holdsLogits: Bool

  /// - Throws: `TasksError` with `invalidArgumentError` for elements that are neither floats nor bytes.
  init(_ output: SessionOutput) throws {
    var pieces: [Piece] = []
    var start = 0
    for tensor in output.pieces {
      let elements = try Self.elements(of: tensor, function: output.function)
      pieces.append(Piece(start: start, count: tensor.count, elements: elements))
      start += tensor.count
    }
    self.pieces = pieces
    count = start
    holdsLogits = output.function == .logistic
  }

  private static func elements(of tensor: HostTensor, function: DeferredFunction) throws -> Elements {
    if tensor.elementType == .float32 { return .floats(UnsafeBufferPointer(try tensor.floats())) }
    let isSigned = tensor.elementType == .int8
    let bytes =
      try isSigned
      ? UnsafeRawBufferPointer(tensor.elements(as: Int8.self, .int8)) : UnsafeRawBufferPointer(tensor.bytes())
    var values = ByteValues(
      scale: tensor.quantization?.scale ?? 1, zeroPoint: tensor.quantization?.zeroPoint ?? 0, isSigned: isSigned)
    if case .roundedLogistic(let rounding) = function {
      values = values.roundedLogistic(scale: rounding.scale ?? 1, zeroPoint: rounding.zeroPoint ?? 0)
    }
    return .bytes(bytes.bindMemory(to: UInt8.self), values)
  }

  /// The piece that contains an element.
  func piece(of element: Int) -> Piece? { pieces.last { $0.start <= element } }

  /// Writes the dequantized values of a row. A row lies in one piece.
  func copyRow(_ row: Int, into numbers: UnsafeMutableBufferPointer<Float>) {
    let first = row * numbers.count
    guard let piece = piece(of: first) else { return }
    let place = first - piece.start
    for index in numbers.indices {
      switch piece.elements {
      case .floats(let floats): numbers[index] = floats[place + index]
      case .bytes(let bytes, let values): numbers[index] = values[bytes[place + index]]
      }
    }
  }
}
