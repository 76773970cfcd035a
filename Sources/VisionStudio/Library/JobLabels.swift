import VisionMedia
import VisionTasks

/// Makes the files of labelling tools of a job's lines, when they are first wanted.
struct JobLabels: Sendable {
  let format: OutputFormat
  let scheme: LabelScheme
  let input: String
  let isVideo: Bool
  let size: FrameSize

  /// The formats that the job's input can have.
  var kinds: [OutputFileKind] {
    OutputFileKind.labelled.filter { $0.isOffered(by: format) && (isVideo || $0.labels?.takesImages == true) }
  }

  /// Writes a format's file or folder. What fails leaves nothing.
  func write(_ kind: OutputFileKind, of lines: URL, to place: URL, quota: DiskQuota) throws {
    guard let type = kind.labels else { return }
    var reserved = 0
    let folder = LabelFolder(place.path, existing: .replaced) { count in
      try quota.reserve(count)
      reserved += count
    }
    do {
      // A format of many files has a folder also where it has none.
      if kind.isFolder { try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true) }
      var writer = type.init(scheme)
      let video = LabelFrame.Video(source: input, name: input, size: size)
      let reader = try LineReader(path: lines.path)
      while let bytes = try reader.next() {
        let line = try LabelLine(Data(bytes), format)
        let frame =
          isVideo
          ? LabelFrame(video, index: line.frame, timestampMs: line.timestampMs, size: size)
          : LabelFrame(image: input, name: input, size: size)
        try folder.apply(writer.add(line.objects(size, .all), of: frame))
      }
      try folder.apply(writer.endVideo())
      try folder.apply(writer.finish())
    } catch {
      try? FileManager.default.removeItem(at: place)
      quota.release(reserved)
      throw error
    }
  }
}
