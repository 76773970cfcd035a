import Foundation
import VisionTasks

@testable import VisionResults

/// Files of labels in memory.
enum LabelFiles {
  struct Boxes: TaskOutput {
    static let format = OutputFormat(
      task: "boxes", title: "BoxesResult", subject: .object, parts: [BoxesFormat.trackedObjects])

    let boxes: [OutputBox]
    var parts: [any OutputPart] { [BoxesPart(.trackedObjects, boxes)] }
  }

  static func box(
    _ id: Int? = nil, _ rect: CGRect = CGRect(x: 1, y: 2, width: 3, height: 4), name: String? = "cat", index: Int = 16
  ) -> OutputBox {
    OutputBox(
      Detection(
        categories: [ResultCategory(index: index, score: 0.5, categoryName: name, displayName: nil)],
        boundingBox: rect, keypoints: nil), trackingID: id)
  }

  static func coco(_ frames: [([OutputBox], LabelFrame)], classNames: [String] = []) throws -> String {
    try boxes(COCOLabels.self, frames, classNames: classNames)[""] ?? ""
  }

  static func boxes(
    _ type: any LabelWriter.Type, _ frames: [([OutputBox], LabelFrame)], classNames: [String] = []
  ) throws -> [String: String] {
    let frames = frames.map { boxes, frame in
      (Boxes.format.labels(of: Boxes(boxes: boxes).parts, frame.size, .all), frame)
    }
    return try write(type, Boxes.format, frames, classNames: classNames)
  }

  /// The files by their paths. Videos end where the next one or an image begins.
  static func write(
    _ type: any LabelWriter.Type, _ format: OutputFormat, _ frames: [([LabelObject], LabelFrame)],
    keypoints: KeypointChoice = .all, classNames: [String] = []
  ) throws -> [String: String] {
    var writer = type.init(LabelScheme(format, classNames: classNames, keypoints: keypoints, version: "1.2.3"))
    var (open, files, kept): ([String: String], [String: String], [Int: String]) = ([:], [:], [:])
    func apply(_ steps: [LabelStep]) {
      for step in steps {
        switch step {
        case .write(let text, let path): open[path, default: ""] += text
        case .keep(let text, let number): kept[number, default: ""] += text
        case .release(let number, let path): open[path, default: ""] += kept.removeValue(forKey: number) ?? ""
        case .close(let path), .renew(let path): files[path] = open.removeValue(forKey: path) ?? ""
        }
      }
    }
    var video: LabelFrame.Video?
    for (objects, frame) in frames {
      if video != frame.video { apply(try writer.endVideo()) }
      video = frame.video
      apply(try writer.add(objects, of: frame))
    }
    apply(try writer.endVideo())
    apply(try writer.finish())
    return files
  }
}
