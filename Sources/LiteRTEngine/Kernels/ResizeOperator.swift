internal import CVisionConvolution
import VisionModels

/// A bilinear resizing of a model, run by this package's kernel on its threads: the runtime has one thread beside them.
final class ResizeOperator: KernelOperator {
  let name: String
  let signature: CustomOperatorSignature

  var replaced: (name: String, count: Int) { ("bilinear resizings", 1) }
  var macs: MACs { MACs() }

  private let shape: VisionResize
  private let workBytes: Int
  private let memory: KernelMemory

  /// `workByteCount` is what a `KernelBudget` accepted for the threads of `memory`.
  init(_ resizing: Resizing, memory: KernelMemory, workByteCount: Int) {
    name = resizing.use.name
    signature = CustomOperatorSignature(
      inputShape: resizing.inputTensor, outputShape: resizing.outputTensor, inputType: .float32, outputType: .float32)
    shape = VisionResize(resizing)
    (self.memory, workBytes) = (memory, workByteCount)
    memory.reserve(workByteCount)
  }

  func copy(memory: KernelMemory) -> any KernelOperator { ResizeOperator(copying: self, memory: memory) }

  private init(copying other: ResizeOperator, memory: KernelMemory) {
    (name, signature, shape) = (other.name, other.signature, other.shape)
    (self.memory, workBytes) = (memory, other.workBytes)
    memory.reserve(workBytes)
  }

  func run(input: UnsafeRawPointer, second: UnsafeRawPointer?, output: UnsafeMutableRawPointer) {
    withUnsafePointer(to: shape) {
      vision_resize(
        $0, input.assumingMemoryBound(to: Float.self), output.assumingMemoryBound(to: Float.self), memory.bytes,
        memory.pool?.limited)
    }
  }
}

extension VisionResize {
  init(_ resizing: Resizing) {
    self.init(
      inputHeight: Int32(resizing.input.height), inputWidth: Int32(resizing.input.width),
      outputHeight: Int32(resizing.output.height), outputWidth: Int32(resizing.output.width),
      channels: Int32(resizing.channels), alignsCorners: resizing.alignsCorners, halvesPixels: resizing.halvesPixels)
  }
}
