import Foundation
import LiteRTEngine
import VisionCore
import VisionImaging
import VisionInference
import VisionModels
import VisionTasks

/// Mutates one model for a range of seeds; what the verifier lets through is compiled and run once.
///
/// Says on standard output what becomes of each seed, so that whoever started it knows which one ended the process:
/// `begin SEED`, then `refused SEED MESSAGE`, `error SEED MESSAGE` or `ran SEED`.
struct Trial {
  /// A seed that takes longer ends the process by a signal.
  private static let seconds: UInt32 = 60

  private let source: ModelSource
  private let seeds: Range<UInt64>
  private let kernels: Kernels
  private let keptFolder: String?

  /// `MODEL FIRST COUNT KERNELS [FOLDER]`: the folder gets the mutated model of each seed before it is tried.
  init(_ arguments: [String]) throws {
    guard arguments.count >= 4, let first = UInt64(arguments[1]), let count = UInt64(arguments[2]),
      let kernels = Kernels(rawValue: arguments[3])
    else { throw RunnerError("try MODEL FIRST COUNT KERNELS [FOLDER]") }
    source = ModelSource(path: arguments[0])
    seeds = first..<first + count
    self.kernels = kernels
    keptFolder = arguments.count > 4 ? arguments[4] : nil
  }

  func run() throws {
    let bytes = try source.bytes()
    let mutator = Mutator(bytes)
    let isDetector = source.path.contains("efficientdet") || source.path.contains("ssd_")
    for seed in seeds {
      print("begin \(seed)")
      // All that was said so far has to be out before the process may die.
      fflush(nil)
      alarm(Self.seconds)
      var changed = mutator.mutated(seed: seed)
      if seed % 3 != 0 { changed = mutator.repaired(changed, verify: Self.refusal) }
      let data = ModelData(changed)
      if let keptFolder { try Data(changed).write(to: URL(filePath: "\(keptFolder)/\(seed).tflite")) }
      do {
        try ModelVerifier().verify(data)
      } catch {
        print("refused \(seed) \(error.message)")
        continue
      }
      do {
        if isDetector, seed % 2 == 0 { try detect(changed) } else { try infer(data, seed: seed) }
        print("ran \(seed)")
      } catch {
        print("error \(seed) \((error as? TasksError)?.message ?? "\(error)")")
      }
    }
    alarm(0)
  }

  /// Why the verifier refuses bytes; nil when it does not.
  private static func refusal(_ bytes: [UInt8]) -> String? {
    do {
      try ModelVerifier().verify(ModelData(bytes))
      return nil
    } catch {
      return error.message
    }
  }

  /// Runs a model alone, as tasks do.
  private func infer(_ data: ModelData, seed: UInt64) throws {
    let outputCount = try ParsedModel(data).outputs.count
    let model = try TensorModel(
      name: "mutated", data: data, wantedOutputs: seed % 4 == 1 && outputCount > 1 ? [0] : nil,
      inference: InferenceOptions(
        engine: LiteRT(kernels: kernels), threads: ThreadBudget(threadCount: seed % 8 < 2 ? 2 : 1, within: nil)))
    for input in model.inputs {
      switch input.elementType {
      case .float32:
        let numbers = try input.floats()
        for index in numbers.indices { numbers[index] = Float(index % 251) / 250 }
      case .uint8:
        let numbers = try input.bytes()
        for index in numbers.indices { numbers[index] = UInt8(index % 251) }
      default: break
      }
    }
    try model.run()
  }

  /// Runs a detector with the reading of its outputs.
  private func detect(_ bytes: [UInt8]) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "mutated-\(getpid()).tflite")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = file.path
    options.baseOptions.kernels = kernels
    options.scoreThreshold = 0.1
    let detector = try ObjectDetector(options: options)
    _ = try detector.detect(image: MPImage(imageBuffer: ImageBuffer(width: 64, height: 48, format: .rgb)))
  }
}
