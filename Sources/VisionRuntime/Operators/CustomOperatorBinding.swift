internal import CVisionRuntime

/// A custom operator as one compiled model calls it.
///
/// LiteRT hands the binding's address back to each function of the kernel, and looks at none of their results. So whoever runs
/// the model asks `hasFailed` afterwards. An input of other extents than the file promised, which a damaged model could bring
/// about, is never computed with.
final class CustomOperatorBinding {
  private let customOperator: any CustomOperator
  private let getMemory:
    @convention(c) (LiteRtTensorBuffer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> LiteRtStatus
  /// Whether the runtime has told the extents of the input, and they are the right ones.
  private var fits = false
  /// Whether the operator was not computed when it should have been.
  private(set) var hasFailed = false

  init(_ customOperator: any CustomOperator, library: RuntimeLibrary) {
    self.customOperator = customOperator
    getMemory = library.functions.GetTensorBufferHostMemory
  }

  var name: String { customOperator.name }

  /// Makes the operator known to a compilation; the binding has to live as long as what was compiled.
  func add(to settings: LiteRtOptions, functions: VisionRuntimeFunctions) throws {
    var kernel = Self.kernel
    try RuntimeStatus.check(
      functions.AddCustomOpKernelOption(settings, name, 1, &kernel, Unmanaged.passUnretained(self).toOpaque()),
      "adding operator \(name)")
  }

  private static let kernel = LiteRtCustomOpKernel(
    Init: { _, _, _ in 0 },
    GetOutputLayouts: { user, inputCount, inputs, outputCount, outputs in
      guard let binding = binding(user), let inputs, let outputs, inputCount == 1, outputCount == 1 else {
        return invalidArgument
      }
      return binding.layOut(inputs[0], &outputs[0])
    },
    Run: { user, inputCount, inputs, outputCount, outputs in
      guard let binding = binding(user), let inputs, let outputs, inputCount == 1, outputCount == 1 else {
        return invalidArgument
      }
      return binding.run(inputs[0], outputs[0])
    },
    Destroy: { _ in 0 })

  private static func binding(_ user: UnsafeMutableRawPointer?) -> CustomOperatorBinding? {
    user.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private func layOut(_ input: LiteRtLayout, _ output: inout LiteRtLayout) -> LiteRtStatus {
    fits = input.shape == customOperator.inputShape
    hasFailed = !fits
    output = LiteRtLayout(shape: customOperator.outputShape)
    return fits ? 0 : Self.invalidArgument
  }

  private func run(_ input: LiteRtTensorBuffer?, _ output: LiteRtTensorBuffer?) -> LiteRtStatus {
    var source: UnsafeMutableRawPointer?
    var target: UnsafeMutableRawPointer?
    guard fits, getMemory(input, &source) == 0, getMemory(output, &target) == 0, let source, let target else {
      hasFailed = true
      return Self.invalidArgument
    }
    customOperator.run(input: source, output: target)
    return 0
  }

  private static let invalidArgument: LiteRtStatus = 1
}
