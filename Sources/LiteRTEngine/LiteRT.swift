internal import CVisionConvolution
import VisionCore
import VisionInference
import VisionModels

/// LiteRT on the CPU, with this package's optimizer and kernels before it.
///
/// ```
/// file → verified → simplified → dead outputs removed → convolutions fused → verified again → compiled
/// ```
package struct LiteRT: InferenceEngine {
  private let kernels: Kernels
  private let precision: Precision

  package init(kernels: Kernels = .automatic, precision: Precision = .exact) {
    (self.kernels, self.precision) = (kernels, precision)
  }

  package var name: String { "LiteRT" }
  package var loadsOnAnyThread: Bool { SharedModels.current == nil }

  package func load(_ request: ModelRequest) throws -> any InferenceSession {
    func prepare() throws -> ModelPreparation {
      try ModelPreparation.prepare(request, kernels: kernels, precision: precision)
    }
    let shared = PreparationRequest(model: request, kernels: kernels, precision: precision)
    let prepared = try SharedModels.current?.preparation(for: shared, prepare) ?? prepare()
    return try LiteRTSession(request, prepared: prepared)
  }
}

/// A model that LiteRT has compiled.
/// Not Sendable: one inference at a time.
final class LiteRTSession: InferenceSession {
  let inputs: [HostTensor]
  let outputs: [SessionOutput]
  var sharing: (any WorkSharing)? { prepared.plan?.pool }

  private let compiled: CompiledModel
  private let prepared: ModelPreparation
  private let options: InferenceOptions

  /// Throws `internalError` for a model that LiteRT refuses, `resourceExhaustedError` without memory for its tensors,
  /// `notFoundError` without LiteRT's library.
  init(_ request: ModelRequest, prepared: ModelPreparation) throws {
    (self.prepared, options) = (prepared, request.options)
    let bytes = prepared.bytes
    compiled = try bytes.withUnsafeBytes {
      try CompiledModel(
        name: request.name, bytes: $0, keepingAlive: bytes,
        threadCount: prepared.threadCount(request.options),
        weightsPath: ModelPreparation.naming(request.name) {
          guard let models = SharedModels.current else { return nil }
          return try ParsedModel(bytes).packsEachConstantOnce() ? models.path(for: bytes) : nil
        },
        tensorByteLimit: ModelBudget.byteLimit, operators: prepared.kernels)
    }
    inputs = compiled.inputs
    outputs = try Self.outputs(compiled.outputs, of: request, origins: prepared.origins)
    // The weights are packed; the file's need no memory beside them.
    bytes.releasePages()
    request.model.data.releasePages()
  }

  func run() throws {
    defer { prepared.plan?.pool?.rest() }
    try compiled.run()
  }

  func report() throws -> InferenceReport {
    var macs = try ParsedModel(prepared.bytes).macs()
    for kernel in prepared.kernels { macs += kernel.macs }
    return InferenceReport(
      engine: LiteRT().name,
      threadCount: prepared.plan?.pool == nil ? prepared.threadCount(options) : options.threadCount,
      placements: try placements(), macs: macs, notes: prepared.notes)
  }

  private static func outputs(
    _ tensors: [HostTensor], of request: ModelRequest, origins: [OutputOrigin]
  ) throws(TasksError) -> [SessionOutput] {
    var found: [SessionOutput] = []
    var rest = tensors[...]
    for origin in origins {
      let pieces = Array(rest.prefix(origin.tensors.count))
      rest = rest.dropFirst(pieces.count)
      for (piece, info) in zip(pieces, origin.infos) where piece.count != info.count && pieces.count > 1 {
        throw TasksError.invalidArgument(
          "Model \(request.name) has the shape \(piece.shape) where its file says \(info.shape); the file is damaged.")
      }
      found.append(SessionOutput(pieces: pieces, function: origin.function))
    }
    // Origins are in the order of the model's outputs.
    guard let wanted = request.outputs else { return found }
    let places = wanted.indices.sorted { wanted[$0].position < wanted[$1].position }
    return zip(places, found).sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func placements() throws -> [InferenceReport.Placement] {
    var counts: [(name: String, count: Int)] = []
    for replaced in prepared.kernels.map(\.replaced) {
      if let place = counts.firstIndex(where: { $0.name == replaced.name }) {
        counts[place].count += replaced.count
      } else {
        counts.append(replaced)
      }
    }
    var placements = counts.map {
      // The best vector instructions of this processor, as far as `VISION_CPU_FEATURES` allows.
      InferenceReport.Placement(name: $0, count: $1, kernel: "CPUKernels, \(String(cString: vision_kernel_path()))")
    }
    let own = Set(prepared.kernels.map(\.name))
    for use in try ParsedModel(prepared.bytes).operators where !own.contains(use.name) {
      placements.append(.init(name: use.name, count: use.count, kernel: "LiteRT"))
    }
    return placements
  }
}
