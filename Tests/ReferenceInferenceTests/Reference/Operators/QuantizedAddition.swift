import VisionCore

/// ADD of 8-bit tensors as XNNPACK computes it: both are multiplied by whole numbers of 21 bits, added, and shifted with halves
/// rounded up. TensorFlow Lite's reference kernel shifts and rounds three times instead.
///
/// Source: XNNPACK's `microparams-init.c` (`qs8_add_minmax`) and `qs8-vadd`.
enum QuantizedAddition {
  /// The bits of the larger factor, less one.
  private static let factorBits = 20

  static func run(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let (first, second) = (try call.input(0), try call.input(1))
    let output = try call.results[0].scale()
    guard let a = first.scale, let b = second.scale, first.elementType == second.elementType,
      call.results[0].info.elementType == first.elementType
    else { throw call.unsupported("of \(first.elementType) and \(second.elementType) without one scale each") }
    let (ratioA, ratioB) = (a.step / output.step, b.step / output.step)
    let shift = factorBits - Int(max(ratioA, ratioB).exponent)
    let (factorA, factorB) = (factor(ratioA, shift), factor(ratioB, shift))
    let bounds = output.stored(try call.activation(0))
    let (lower, upper) = (Double(bounds.lowerBound), Double(bounds.upperBound))
    let broadcast = try Broadcast(call, first.shape, second.shape)
    let results = broadcast.combine(first.numbers, second.numbers) { x, y in
      let sum = (Int(x) - a.zero) * factorA + (Int(y) - b.zero) * factorB
      let rounded = (sum + 1 << (shift - 1)) >> shift
      return min(max(Double(rounded + output.zero), lower), upper)
    }
    return try call.result(results, shape: broadcast.shape)
  }

  private static func factor(_ ratio: Float, _ shift: Int) -> Int {
    Int((Double(ratio) * Double(1 << shift)).rounded(.toNearestOrEven))
  }
}
