import Foundation
import FuzzSupport
import VisionCore
import VisionResults

@testable import VisionEvaluation

/// Files of labels in every format, and metrics of what they hold. The first byte chooses the format.
@main
enum LabelFuzz {
  static func main() {
    let folder = FileManager.default.temporaryDirectory.appending(path: "label-fuzz-\(getpid())")
    do {
      for name in ["labels", "images"] {
        try FileManager.default.createDirectory(
          at: folder.appending(path: name), withIntermediateDirectories: true)
      }
      try Data().write(to: folder.appending(path: "images/a.png"))
    } catch { Fuzzer.require(false, "no temporary folder: \(error)") }
    let names = ["labels.json", "labels.xml", "data.yaml", "labels/a.txt"]
    Fuzzer.run { bytes in
      guard let kind = bytes.first else { return }
      let name = names[Int(kind) % names.count]
      let file = folder.appending(path: name)
      do {
        try Data(bytes.dropFirst()).write(to: file)
        defer { unlink(file.path) }
        try check(
          LabelSource.read(LabelPlace(path: name == "labels/a.txt" ? folder.path + "/labels" : file.path)))
      } catch is TasksError {
      } catch {
        Fuzzer.require(false, "a reader threw \(error)")
      }
    }
  }

  /// Results that are the labels themselves are measured with values from 0 to 1.
  private static func check(_ source: LabelSource) throws {
    var labels = source.labels
    guard labels.images.count < 1000 else { return }
    labels.images = labels.images.map { $0.sized(FrameSize(width: 640, height: 480)) }
    for content in LabelSet.Content.allCases where labels.has(content) {
      let answers = labels.images.map { image in
        ImageAnswer(
          objects: image.objects.map {
            ImageAnswer.Object(
              category: labels.categories[$0.category].name, score: 1, box: $0.box,
              keypoints: ($0.keypoints ?? []).map(\.position))
          },
          classes: image.classes.map { ImageAnswer.Category(name: labels.categories[$0].name, score: 1) })
      }
      let report = try Evaluation(labels: labels, answers: answers, content: content, landmarks: .pose).report
      for metric in report.metrics {
        Fuzzer.require(metric.value.map((0...1.000001).contains) ?? true, "\(metric.name) is \(metric.value ?? 0)")
      }
    }
  }
}
