import Benchmark
import Foundation
import LiteRTEngine
import VisionCore
import VisionInference
import VisionModels

/// The time of model verification when a task is created: of the file, and of the model passed to the runtime. Together they take
/// less than 5 ms for a published model.
enum VerificationBenchmarks {
  /// The models of the folder `shared` beside the checkout, or of the one that `VISION_SHARED` names; nothing without either.
  static func register() {
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let shared =
      ProcessInfo.processInfo.environment["VISION_SHARED"].map { URL(filePath: $0) }
      ?? checkout.deletingLastPathComponent().appending(path: "shared")
    let folder = shared.appending(path: "models")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for file in files.sorted() where file.hasSuffix(".tflite") || file.hasSuffix(".task") {
      guard let data = try? ModelData(contentsOfFile: folder.appending(path: file).path),
        let models = try? members(of: data, name: file)
      else { continue }
      for model in models { register(model.name, model.data) }
    }
  }

  private static func register(_ name: String, _ data: ModelData) {
    Benchmark("verify \(name)") { benchmark in
      for _ in benchmark.scaledIterations { try ModelVerifier().verify(data) }
    }
    Benchmark("verify \(name), changed") { benchmark in
      let (changed, signatures) = try Self.changed(data)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { try ModelVerifier(customOperators: signatures).verify(changed) }
      benchmark.stopMeasurement()
    }
  }

  /// A model with all fused operators in place.
  private static func changed(_ data: ModelData) throws -> (ModelData, [String: CustomOperatorSignature]) {
    let options = InferenceOptions(engine: LiteRT(), threadCount: 1)
    let prepared = try ModelPreparation.prepare(
      ModelRequest(name: "model", model: ParsedModel(data), options: options), kernels: .always)
    return (prepared.bytes, prepared.signatures)
  }

  /// The models of a file: the file itself, or a bundle's members.
  private static func members(of data: ModelData, name: String) throws -> [(name: String, data: ModelData)] {
    if ParsedModel.isModel(data) { return [(name, data)] }
    let bundle = try TaskBundle(data)
    return try bundle.memberNames.filter { $0.hasSuffix(".tflite") || $0.hasSuffix(".task") }
      .flatMap { try members(of: bundle.member(named: $0), name: name + "/" + $0) }
  }
}
