import ArgumentParser
import FirebaseMLVision
import Foundation
import VisionCatalog
import VisionMedia

/// `TrackingBenchmark images`: compares an object detector's categories of images with expected ones.
struct ImagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "images", abstract: "Compare categories of images' most prominent objects with expected ones.")

  @Argument(
    help: "A folder with images and expected.txt: per line a file name and the correct categories.")
  var folder: String
  @Option(help: "The detector, by name or path.") var detector = "efficientdet_lite0_int8"
  @Option(help: "The classifier, by name or path.") var classifier = "efficientnet_lite0"

  func run() throws {
    let options = VisionObjectDetectorOptions()
    options.detectorMode = .singleImage
    options.shouldEnableClassification = true
    options.detectorModelPath = try ModelCatalog().resolve(detector)
    options.classifierModelPath = try ModelCatalog().resolve(classifier)
    let objectDetector = Vision.vision().objectDetector(options: options)
    let place = URL(fileURLWithPath: folder)
    let list = try String(contentsOf: place.appendingPathComponent("expected.txt"), encoding: .utf8)
    var counts: [String: (right: Int, wrong: Int, all: Int)] = [:]
    for line in list.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      guard fields.count >= 2 else { continue }
      let image = try ImageFile.read(contentsOfFile: place.appendingPathComponent(fields[0]).path)
      let object = try objectDetector.results(in: VisionImage(imageBuffer: image)).first
      let found = "\(object?.classificationCategory ?? .unknown)"
      let isRight = fields.dropFirst().contains(found)
      counts[fields[1], default: (0, 0, 0)].all += 1
      if isRight { counts[fields[1], default: (0, 0, 0)].right += 1 }
      if !isRight, found != "unknown" { counts[fields[1], default: (0, 0, 0)].wrong += 1 }
      let box = object.map { object in
        let frame = object.frame
        return "\(Int(frame.minX)),\(Int(frame.minY)) \(Int(frame.width))x\(Int(frame.height))"
      }
      let confidence = object?.confidence.map { String(format: "%.2f", $0.doubleValue) } ?? ""
      print(isRight ? " " : "✗", fields[0], found, confidence, box ?? "nothing", "of \(image.width)x\(image.height)")
    }
    for (category, count) in counts.sorted(by: { $0.key < $1.key }) {
      print("\(category): \(count.right) of \(count.all), \(count.wrong) wrong rather than unknown")
    }
    print("all: \(counts.values.reduce(0) { $0 + $1.right }) of \(counts.values.reduce(0) { $0 + $1.all })")
  }
}
