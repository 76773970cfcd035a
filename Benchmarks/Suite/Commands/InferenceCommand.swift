import ArgumentParser
import Foundation
import LiteRTEngine
import VisionCore
import VisionInference
import VisionModels
import VisionTasks

/// Times a model's inferences alone, on noise; `scripts/bench --engines` compares them with those of other engines.
struct InferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inference", abstract: "Time a model's inferences alone, on noise.",
    discussion: "Prints a line of JSON with the medians of the time and the processor time of an inference.")

  @Argument(help: "A model file (.tflite).") var model: String

  @Option(help: ArgumentHelp("Number of threads.", valueName: "n")) var threads = 2

  @Option(help: ArgumentHelp("How long inferences are repeated.", valueName: "seconds")) var seconds = 2.0

  @Option(help: "Precision of float models: exact, reduced or low.") var precision: Precision = .exact

  private struct Line: Encodable {
    let engine = "ours"
    let model: String
    let threads: Int
    let precision: Precision
    let runs: Int
    let timeMs, processorMs: Double
    /// Whether the result is that of the exact precision.
    let isExact: Bool

    private enum CodingKeys: String, CodingKey {
      case engine, model, threads, precision, runs, isExact
      case timeMs = "time_ms"
      case processorMs = "processor_ms"
    }
  }

  func validate() throws {
    guard (1...BaseOptions.threadCounts.upperBound).contains(threads) else {
      throw ValidationError("--threads is \(threads); allowed are 1 to \(BaseOptions.threadCounts.upperBound).")
    }
    guard seconds > 0, seconds <= 3600 else {
      throw ValidationError("--seconds is \(seconds); allowed are up to 3600.")
    }
  }

  func run() throws {
    let session = try load(precision)
    let found = try outputs(of: session)
    let isExact = try precision == .exact || outputs(of: load(.exact)) == found
    let (times, processor) = try measure(session)
    let line = Line(
      model: URL(filePath: model).lastPathComponent, threads: threads, precision: precision, runs: times.count,
      timeMs: times.sorted()[times.count / 2], processorMs: processor,
      isExact: isExact)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(line), as: UTF8.self))
  }

  private func load(_ precision: Precision) throws -> any InferenceSession {
    let options = InferenceOptions(
      engine: LiteRT(kernels: .standard, precision: precision), threads: ThreadBudget(threadCount: threads, within: nil)
    )
    let parsed = try ParsedModel(ModelData(contentsOfFile: model))
    return try options.engine.load(ModelRequest(name: model, model: parsed, options: options))
  }

  /// The outputs of an inference of noise.
  private func outputs(of session: any InferenceSession) throws -> [[UInt8]] {
    for input in session.inputs { fill(input) }
    try session.run()
    return session.outputs.flatMap(\.pieces).map {
      Array(UnsafeRawBufferPointer(start: $0.memory, count: $0.byteCount))
    }
  }

  /// Noise from 0 to 1, or of all bytes; the same in every process.
  private func fill(_ input: HostTensor) {
    var state: UInt64 = 19
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    if input.elementType == .float32 {
      let values = input.memory.bindMemory(to: Float.self, capacity: input.count)
      for index in 0..<input.count { values[index] = Float(next() & 0xFFFF) / 65535 }
    } else {
      let bytes = input.memory.bindMemory(to: UInt8.self, capacity: input.byteCount)
      for index in 0..<input.byteCount { bytes[index] = UInt8(next() & 0xFF) }
    }
  }

  /// The time of each inference, and the processor time of one, in milliseconds.
  private func measure(_ session: any InferenceSession) throws -> (times: [Double], processor: Double) {
    let clock = ContinuousClock()
    func run(for duration: Duration) throws -> [Double] {
      let end = clock.now.advanced(by: duration)
      var times: [Double] = []
      repeat {
        let time = try clock.measure { try session.run() }
        times.append(time / .milliseconds(1))
      } while clock.now < end
      return times
    }
    _ = try run(for: .seconds(seconds / 10))
    let before = ResourceUsage.cpuMilliseconds
    let times = try run(for: .seconds(seconds))
    return (times, (ResourceUsage.cpuMilliseconds - before) / Double(times.count))
  }
}

extension Precision: ExpressibleByArgument {}
