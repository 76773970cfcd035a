import ArgumentParser
import Foundation
import MediaPipeTasksVision
import VisionCatalog
import VisionMedia

/// `TrackingBenchmark detections`: copies scenes with the detections of another detector.
struct DetectionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detections", abstract: "Copy scenes with the detections of one of this package's detectors.")

  @Argument(help: "The folder with the scenes.") var bench: String
  @Argument(help: "The folder for the copies.") var copies: String
  @Option(help: "The detector, by name or path.") var detector = "efficientdet_lite0_int8"

  func run() throws {
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = try ModelCatalog().resolve(detector)
    options.scoreThreshold = 0.1
    options.maxResults = 30
    let detector = try ObjectDetector(options: options)
    let clock = ContinuousClock()
    var (elapsed, frameCount) = (Duration.zero, 0)
    for scene in try BenchScene.all(in: URL(fileURLWithPath: bench)) {
      let target = URL(fileURLWithPath: copies).appendingPathComponent(scene.name)
      let source = URL(fileURLWithPath: scene.videoPath).deletingLastPathComponent()
      try FileManager.default.createDirectory(
        at: target.appendingPathComponent("det"), withIntermediateDirectories: true)
      for name in ["video.mp4", "gt"] {
        try? FileManager.default.removeItem(at: target.appendingPathComponent(name))
        try FileManager.default.copyItem(
          at: source.appendingPathComponent(name), to: target.appendingPathComponent(name))
      }
      var lines: [String] = []
      let video = try VideoReader(contentsOfFile: scene.videoPath)
      while let frame = try video.next() {
        let image = try MPImage(imageBuffer: frame.image)
        var found: [Detection] = []
        elapsed += try clock.measure { found = try detector.detect(image: image).detections }
        frameCount += 1
        for detection in found {
          guard let category = detection.categories.first else { continue }
          let box = detection.boundingBox
          lines.append(
            "\(frame.index + 1),-1,\(box.minX),\(box.minY),\(box.width),\(box.height),\(category.score),\(category.index),-1,-1"
          )
        }
      }
      try lines.map { $0 + "\n" }.joined().write(
        to: target.appendingPathComponent("det/det.txt"), atomically: true, encoding: .utf8)
    }
    print(String(format: "%.2f ms a frame", elapsed / .milliseconds(1) / Double(max(1, frameCount))))
  }
}
