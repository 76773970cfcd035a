import Benchmark
import TestSupport
import VisionImaging

/// Sampling of a region of a 1280 x 720 image into a model's input.
enum SamplingBenchmarks {
  /// A region and the size of its tensor.
  private struct Work: Sendable {
    let name: String
    let region: RotatedRegion
    let side: Int
    let border: BorderMode
  }

  private static let works = [
    Work(
      name: "sample a turned crop, 224 x 224",
      region: RotatedRegion(xCenter: 600, yCenter: 400, width: 420, height: 420, rotation: 0.5), side: 224,
      border: .replicate),
    Work(
      name: "sample a letterboxed frame, 192 x 192",
      region: RotatedRegion(xCenter: 640, yCenter: 360, width: 1280, height: 1280, rotation: 0), side: 192,
      border: .zero),
    Work(
      name: "sample a stretched frame, 320 x 320",
      region: RotatedRegion(xCenter: 640, yCenter: 360, width: 1280, height: 720, rotation: 0), side: 320,
      border: .replicate),
  ]

  static func register() {
    for work in works {
      let count = work.side * work.side * 3
      let sampler = RegionSampler(width: work.side, height: work.side, border: work.border)
      Benchmark("\(work.name), floats") { benchmark in
        let image = try Noise.image(width: 1280, height: 720)
        var tensor = [Float](repeating: 0, count: count)
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
          try tensor.withUnsafeMutableBufferPointer {
            try sampler.sample(
              work.region, of: image, into: $0, normalization: ByteNormalization(mean: 0, standardDeviation: 255))
          }
        }
        benchmark.stopMeasurement()
        blackHole(tensor)
      }
      Benchmark("\(work.name), bytes") { benchmark in
        let image = try Noise.image(width: 1280, height: 720)
        var tensor = [UInt8](repeating: 0, count: count)
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
          try tensor.withUnsafeMutableBufferPointer { try sampler.sample(work.region, of: image, into: $0) }
        }
        benchmark.stopMeasurement()
        blackHole(tensor)
      }
      Benchmark("\(work.name), bytes, plain") { benchmark in
        let image = try Noise.image(width: 1280, height: 720)
        let plain = ReferenceSampler(width: work.side, height: work.side, border: work.border)
        benchmark.startMeasurement()
        blackHole(plain.sample(work.region, of: image))
        benchmark.stopMeasurement()
      }
    }
  }
}
