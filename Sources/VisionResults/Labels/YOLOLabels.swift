import VisionCore

extension OutputFileKind {
  package static let yolo = OutputFileKind(
    name: "yolo", title: "YOLO", contents: "the objects as YOLO labels: data.yaml, and a text file per image in labels",
    mediaType: "application/zip", ending: "yolo", isFolder: true, labels: YOLOLabels.self)
}

/// The labels that Ultralytics trains on: `labels/NAME.txt` with a line for each object, and `data.yaml`. A line has
/// the class, the box's centre and size in fractions of the image, and for each keypoint x, y and COCO's visibility. It
/// has no score. Every line of a set has as many keypoints as the class with most of them.
///
/// Source: Ultralytics' documentation of its data sets, and the checks of its reader.
package struct YOLOLabels: LabelWriter {
  /// A model may say any number for a class; the list of names has none missing.
  private static let maxClassCount = 100_000

  private var scheme: LabelScheme
  private var hasNames = false

  package init(_ scheme: LabelScheme) { self.scheme = scheme }

  package static func file(of name: String, isVideo: Bool) -> String? {
    "labels/" + (isVideo ? name + "/000000" : name.withoutFileExtension) + ".txt"
  }

  package mutating func add(_ objects: [LabelObject], of frame: LabelFrame) throws -> [LabelStep] {
    var isNew = false
    for object in objects {
      guard (0..<Self.maxClassCount).contains(object.best.index) else {
        throw TasksError.outOfRange(
          "The class \(object.best.index) cannot be a YOLO label; those are 0 to \(Self.maxClassCount - 1).")
      }
      if scheme.learn(object.best) { isNew = true }
    }
    // With the first image already, so that what a killed run has written can be read.
    let names = hasNames && !isNew ? [] : data
    hasNames = true
    let path = "labels/" + frame.name.withoutFileExtension + ".txt"
    let lines = objects.map { line(of: $0, frame.size) + "\n" }.joined()
    return names + [.write(lines, to: path), .close(path)]
  }

  package mutating func endVideo() -> [LabelStep] { [] }

  package mutating func finish() -> [LabelStep] { hasNames ? [] : data }

  private func line(of object: LabelObject, _ size: FrameSize) -> String {
    let (width, height) = (Double(size.width), Double(size.height))
    func fraction(_ value: Double) -> String { LabelText.number(min(max(value, 0), 1), decimals: 6) }
    var fields = [
      "\(object.best.index)", fraction((object.left + object.right) / 2 / width),
      fraction((object.top + object.bottom) / 2 / height), fraction(object.width / width),
      fraction(object.height / height),
    ]
    if let layout = scheme.widestLayout {
      let points = object.keypoints ?? []
      for point in points {
        fields += [fraction(point.x / width), fraction(point.y / height), "\(point.visibility.rawValue)"]
      }
      for _ in 0..<max(0, layout.names.count - points.count) { fields += ["0", "0", "0"] }
    }
    return fields.joined(separator: " ")
  }

  private var data: [LabelStep] {
    var lines = ["# Objects found by vision \(scheme.task) \(scheme.version)", "train: images", "val: images"]
    if let layout = scheme.widestLayout {
      lines.append("kpt_shape: [\(layout.names.count), 3]")
      if let mirrored = layout.mirrored {
        lines.append("flip_idx: [\(mirrored.map { "\($0)" }.joined(separator: ", "))]")
      }
    }
    let count = (scheme.names.keys.max() ?? -1) + 1
    lines += count == 0 ? ["names: {}"] : ["names:"]
    lines += (0..<count).map { "  \($0): " + LabelText.quoted(scheme.names[$0] ?? "\($0)") }
    return [.write(lines.joined(separator: "\n") + "\n", to: "data.yaml"), .renew("data.yaml")]
  }
}
