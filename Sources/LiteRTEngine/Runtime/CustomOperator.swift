internal import CLiteRT
import VisionModels

/// An operator of a model that the caller computes instead of the engine: from one or two tensors another.
protocol CustomOperator: AnyObject, Sendable {
  var name: String { get }
  var signature: CustomOperatorSignature { get }

  /// Computes as many elements as `outputShape` says; called on the thread of the run, once at a time for each compiled
  /// model.
  func run(input: UnsafeRawPointer, second: UnsafeRawPointer?, output: UnsafeMutableRawPointer)
}

extension CustomOperator {
  var inputType: TensorElementType { signature.inputType }
  var outputType: TensorElementType { signature.outputType }
  var inputShape: [Int] { signature.inputShape }
  var outputShape: [Int] { signature.outputShape }
  /// The shape of a second input, of the output's type; nil without one.
  var secondShape: [Int]? { signature.secondShape }
}

/// A custom operator as one compiled model calls it.
/// LiteRT hands the binding's address back to each function of the kernel, and checks none of their results. So the
/// caller of a model asks `hasFailed` afterwards. Tensors of another type, shape or size than the file promised are
/// never computed with: operators of a damaged model choose the type of their result themselves while the model is
/// compiled, whatever the file says of it.
final class CustomOperatorBinding {
  private let customOperator: any CustomOperator
  private let library: RuntimeLibrary
  /// Whether the runtime has reported the shape of the input, and it is the right one.
  private var fits = false
  private(set) var hasFailed = false

  init(_ customOperator: any CustomOperator, library: RuntimeLibrary) {
    (self.customOperator, self.library) = (customOperator, library)
  }

  var name: String { customOperator.name }

  /// The binding has to live as long as what was compiled.
  func add(to settings: LiteRtOptions, functions: LiteRtFunctions) throws {
    var kernel = Self.kernel
    try RuntimeStatus.check(
      functions.AddCustomOpKernelOption(settings, name, 1, &kernel, Unmanaged.passUnretained(self).toOpaque()),
      "adding operator \(name)")
  }

  private static let kernel = LiteRtCustomOpKernel(
    Init: { _, _, _ in 0 },
    GetOutputLayouts: { user, inputCount, inputs, outputCount, outputs in
      guard let binding = binding(user), let inputs, let outputs, inputCount == binding.inputCount, outputCount == 1
      else { return invalidArgument }
      return binding.layOut(inputs, &outputs[0])
    },
    Run: { user, inputCount, inputs, outputCount, outputs in
      guard let binding = binding(user) else { return invalidArgument }
      guard let inputs, let outputs, inputCount == binding.inputCount, outputCount == 1 else { return binding.fail() }
      return binding.run(inputs, outputs[0])
    },
    Destroy: { _ in 0 })

  private var inputCount: Int { customOperator.secondShape == nil ? 1 : 2 }

  private static func binding(_ user: UnsafeMutableRawPointer?) -> CustomOperatorBinding? {
    user.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private func layOut(_ inputs: UnsafePointer<LiteRtLayout>, _ output: inout LiteRtLayout) -> LiteRtStatus {
    fits =
      inputs[0].has(shape: customOperator.inputShape)
      && customOperator.secondShape.map { inputs[1].has(shape: $0) } ?? true
    hasFailed = !fits
    output = LiteRtLayout(shape: customOperator.outputShape)
    return fits ? 0 : Self.invalidArgument
  }

  private func run(_ inputs: UnsafePointer<LiteRtTensorBuffer?>, _ output: LiteRtTensorBuffer?) -> LiteRtStatus {
    guard fits, let source = memory(of: inputs[0], customOperator.inputType, customOperator.inputShape),
      let target = memory(of: output, customOperator.outputType, customOperator.outputShape)
    else { return fail() }
    var second: UnsafeRawPointer?
    if let shape = customOperator.secondShape {
      guard let given = memory(of: inputs[1], customOperator.outputType, shape) else { return fail() }
      second = UnsafeRawPointer(given)
    }
    customOperator.run(input: source, second: second, output: target)
    return 0
  }

  private func fail() -> LiteRtStatus {
    hasFailed = true
    return Self.invalidArgument
  }

  /// Nil for a tensor of another type or shape, or of another number of bytes than these ask for.
  private func memory(
    of buffer: LiteRtTensorBuffer?, _ elementType: TensorElementType, _ shape: [Int]
  ) -> UnsafeMutableRawPointer? {
    let functions = library.functions
    var type = LiteRtRankedTensorType()
    var size = 0
    var memory: UnsafeMutableRawPointer?
    guard let buffer, functions.GetTensorBufferTensorType(buffer, &type) == 0,
      type.elementType == elementType.liteRTNumber, type.layout.has(shape: shape),
      functions.GetTensorBufferSize(buffer, &size) == 0, size == Self.byteCount(of: elementType, shape),
      functions.GetTensorBufferHostMemory(buffer, &memory) == 0
    else { return nil }
    return memory
  }

  private static func byteCount(of elementType: TensorElementType, _ shape: [Int]) -> Int? {
    guard let size = elementType.byteCount, let count = shape.product else { return nil }
    let (bytes, overflows) = count.multipliedReportingOverflow(by: size)
    return overflows ? nil : bytes
  }

  private static let invalidArgument: LiteRtStatus = 1
}

extension LiteRtLayout {
  /// Whether these are the dimensions, without strides; allocates nothing.
  fileprivate func has(shape: [Int]) -> Bool {
    guard rankAndFlags == shape.count, shape.count <= Self.maxDimensions else { return false }
    return withUnsafeBytes(of: dimensions) { raw in
      let dimensions = raw.bindMemory(to: Int32.self)
      return shape.indices.allSatisfy { Int(dimensions[$0]) == shape[$0] }
    }
  }

  private static let maxDimensions = 8
}
