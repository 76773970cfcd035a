extension OutputFileKind {
  package static let mot = OutputFileKind(
    name: "mot", title: "MOTChallenge",
    contents: "the objects of videos in MOTChallenge's format, a text file per video",
    mediaType: "application/zip", ending: "mot", isFolder: true, labels: MOTLabels.self)
}

/// MOTChallenge's files of detections and of tracking results: `VIDEO.txt` with a line
/// `frame, id, left, top, width, height, score, -1, -1, -1` for each object. Frames and places are counted from 1. The
/// ID of an object without one is -1, as in files of detections. The format has no classes.
///
/// Source: the MOTChallenge benchmark's description of its formats.
package struct MOTLabels: LabelWriter {
  private var path: String?

  package init(_ scheme: LabelScheme) {}

  package static var takesImages: Bool { false }

  package static func file(of name: String, isVideo: Bool) -> String? { isVideo ? name + ".txt" : nil }

  package mutating func add(_ objects: [LabelObject], of frame: LabelFrame) -> [LabelStep] {
    guard let video = frame.video else { return [] }
    let path = video.name + ".txt"
    self.path = path
    let lines = objects.map { object in
      let box = [object.left + 1, object.top + 1, object.width, object.height].map { LabelText.number($0) }
      return
        ([frame.index + 1, object.trackingID ?? -1].map { "\($0)" } + box
        + [LabelText.score(object.best.score), "-1", "-1", "-1"]).joined(separator: ",") + "\n"
    }
    return [.write(lines.joined(), to: path)]
  }

  package mutating func endVideo() -> [LabelStep] {
    defer { path = nil }
    return path.map { [.close($0)] } ?? []
  }

  package mutating func finish() -> [LabelStep] { endVideo() }
}
