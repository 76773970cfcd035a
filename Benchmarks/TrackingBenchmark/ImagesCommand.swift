import ArgumentParser
import Foundation
import MediaPipeTasksVision
import VisionCatalog
import VisionMedia

/// `TrackingBenchmark images`: compares the object pipeline's categories of images with expected ones.
struct ImagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "images", abstract: "Compare categories of images' most prominent objects with expected ones.")

  @Argument(
    help: "A folder with images and expected.txt: per line a file name and the correct categories.")
  var folder: String
  @Option(help: "The detector, by name or path.") var detector = "efficientdet_lite0_int8"
  @Option(help: "The classifier, by name or path.") var classifier = "efficientnet_lite0"

  func run() throws {
    let options = ObjectTrackingOptions()
    options.baseOptions.modelAssetPath = try ModelCatalog().resolve(detector)
    options.relation = .singleImage
    options.classifies = true
    options.classifierModelPath = try ModelCatalog().resolve(classifier)
    let pipeline = try ObjectTrackingPipeline(options: options)
    let place = URL(fileURLWithPath: folder)
    let list = try String(contentsOf: place.appendingPathComponent("expected.txt"), encoding: .utf8)
    var counts: [String: (right: Int, wrong: Int, all: Int)] = [:]
    for line in list.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      guard fields.count >= 2 else { continue }
      let image = try ImageFile.read(contentsOfFile: place.appendingPathComponent(fields[0]).path)
      let object = try pipeline.process(image, timestampInMilliseconds: nil).first
      let found = "\(object?.label.category ?? .unknown)"
      let isRight = fields.dropFirst().contains(found)
      counts[fields[1], default: (0, 0, 0)].all += 1
      if isRight { counts[fields[1], default: (0, 0, 0)].right += 1 }
      if !isRight, found != "unknown" { counts[fields[1], default: (0, 0, 0)].wrong += 1 }
      let box = object.map { "\(Int($0.box.minX)),\(Int($0.box.minY)) \(Int($0.box.width))x\(Int($0.box.height))" }
      let confidence = object?.label.confidence.map { String(format: "%.2f", $0) } ?? ""
      print(isRight ? " " : "✗", fields[0], found, confidence, box ?? "nothing", "of \(image.width)x\(image.height)")
    }
    for (category, count) in counts.sorted(by: { $0.key < $1.key }) {
      print("\(category): \(count.right) of \(count.all), \(count.wrong) wrong rather than unknown")
    }
    print("all: \(counts.values.reduce(0) { $0 + $1.right }) of \(counts.values.reduce(0) { $0 + $1.all })")
  }
}
