import Benchmark
import Foundation
import VisionImaging
import VisionPerception

/// An update of the tracker: 60-pixel objects that move in circles in a 1280 x 720 image.
enum TrackingBenchmarks {
  static func register() {
    for count in [5, 200] {
      Benchmark("tracker update, \(count) objects") { benchmark in
        let image = try Noise.image(width: 1280, height: 720)
        let centers = Noise.floats(2 * count, in: 0...1)
        let frames = (0...5).map { observations(centers, frame: $0) }
        var tracker = try ObjectTracker()
        // The first frames establish the tracks.
        for frame in 0..<5 { _ = try tracker.update(with: frames[frame], image: image) }
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
          var tracker = tracker
          blackHole(try tracker.update(with: frames[5], image: image))
        }
        benchmark.stopMeasurement()
      }
    }
  }

  private static func observations(_ centers: [Float], frame: Int) -> [ObjectObservation] {
    stride(from: 0, to: centers.count, by: 2).map { index in
      let angle = 0.1 * Double(frame) + Double(index)
      return ObjectObservation(
        boundingBox: CGRect(
          x: Double(centers[index]) * 1180 + 20 * cos(angle), y: Double(centers[index + 1]) * 620 + 20 * sin(angle),
          width: 60, height: 60), score: 0.8)
    }
  }
}
