import ArgumentParser
import Foundation
import MediaPipeTasksVision

/// `TrackingBenchmark speed`: times an update with several moving objects.
struct SpeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "speed", abstract: "Time the tracker.")

  @Option(help: "Number of objects.") var objects = 5
  @Option(help: "Width of the image in pixels.") var width = 640
  @Option(help: "Height of the image in pixels.") var height = 480
  @Option(help: "Side of an object in pixels.") var side = 150
  @Option(help: "Number of frames.") var frames = 500

  func run() throws {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let image = try ImageBuffer(copying: bytes, width: width, height: height, format: .rgb)
    // Each object moves on its own circle.
    let paths = (0..<objects).map { _ in
      (
        x: Double.random(in: 0...Double(max(1, width - side))), y: Double.random(in: 0...Double(max(1, height - side))),
        radius: Double.random(in: 5...40), turn: Double.random(in: 0.02...0.1)
      )
    }
    var tracker = try ObjectTracker()
    let clock = ContinuousClock()
    var durations: [Duration] = []
    var seen = 0
    for frame in 0..<frames {
      let observations = paths.map { path in
        ObjectObservation(
          boundingBox: CGRect(
            x: path.x + path.radius * cos(path.turn * Double(frame)),
            y: path.y + path.radius * sin(path.turn * Double(frame)), width: Double(side), height: Double(side)),
          score: Float.random(in: 0.3...0.95))
      }
      durations.append(
        try clock.measure {
          seen = try tracker.update(with: observations, image: image, timestampInMilliseconds: frame * 40).count
        })
    }
    durations.sort()
    let figures = [0.5, 0.95].map { durations[Int(Double(durations.count - 1) * $0)] / .milliseconds(1) }
    print(
      "\(objects) objects of \(side) pixels in \(width) x \(height), \(seen) followed: "
        + String(format: "median %.3f ms, 95 %% under %.3f ms", figures[0], figures[1]))
  }
}
