import VisionMedia

/// Writes objects in a format of labelling tools. Lists that belong behind others are kept in a temporary file, so that
/// memory is constant.
final class LabelSink: ResultSink {
  private enum Target {
    case file(ResultFile, LabelSteps)
    case folder(LabelFolder)
  }

  private let kind: OutputFileKind
  private var writer: any LabelWriter
  private let keypoints: KeypointChoice
  private let names: OutputNames
  private let target: Target
  private var video: LabelFrame.Video?
  private var hasFrames = false
  private var hasGoodInput = false
  private var leftOut = 0

  init(
    _ kind: OutputFileKind, _ type: any LabelWriter.Type, path: String, scheme: LabelScheme, keypoints: KeypointChoice,
    names: OutputNames, stop: StopSignal = .shared
  ) throws {
    (self.kind, writer, self.keypoints, self.names) = (kind, type.init(scheme), keypoints, names)
    if kind.isFolder {
      try OutputFolder.make(path, option: kind.flag)
      target = .folder(LabelFolder(path, existing: .replaced))
    } else {
      target = .file(try ResultFile(path: path, appearsWhole: true, stop: stop), LabelSteps())
    }
  }

  func begin(_ input: InputFrames) { video = nil }

  func write(_ result: InputResult) throws {
    if !result.isVideo, !type(of: writer).takesImages {
      leftOut += 1
      return
    }
    let frame = result.labelFrame(names, &video)
    hasFrames = true
    let objects = result.output.format.labels(of: result.output.parts, frame.size, keypoints)
    try apply(writer.add(objects, of: frame))
  }

  /// Keeps the file of a failed video, unless it would replace an older one.
  func end(isGood: Bool) throws {
    if isGood { hasGoodInput = true }
    if case .file(let file, _) = target, isGood { try file.noteGoodInput() }
    if case .folder(let folder) = target { folder.existing = isGood ? .replaced : .kept }
    defer { if case .folder(let folder) = target { folder.existing = .replaced } }
    video = nil
    try apply(writer.endVideo())
  }

  func close() throws {
    if leftOut > 0 {
      StandardError.print(
        "\(kind.flag): left out \(leftOut.counted("image")), since \(kind.title) is for videos; --mode video joins images."
      )
    }
    switch target {
    case .file(let file, _):
      // Partial results are better than no file.
      if hasFrames, file.replacesNothing { try file.noteGoodInput() }
      try apply(writer.finish())
      try file.close()
    case .folder(let folder):
      guard hasFrames else { return }
      folder.existing = hasGoodInput ? .replaced : .kept
      try apply(writer.finish())
    }
  }

  private func apply(_ steps: [LabelStep]) throws {
    switch target {
    case .file(let file, let list):
      try list.apply(steps, write: { bytes, _ in try file.write(contentsOf: bytes) }, close: { _, _ in })
    case .folder(let folder): try folder.apply(steps)
    }
  }
}

extension InputResult {
  var size: FrameSize { frame.image.frameSize }

  /// The frame for labels. `video` is that of the input's first frame.
  fileprivate func labelFrame(_ names: OutputNames, _ video: inout LabelFrame.Video?) -> LabelFrame {
    let (source, name) = (self.source.description, names.name(of: self.source))
    guard isVideo else { return LabelFrame(image: source, name: name, size: size) }
    let known = video ?? LabelFrame.Video(source: source, name: name, size: size)
    video = known
    return LabelFrame(known, index: frame.index, timestampMs: timestamp, file: frameFile, size: size)
  }
}
