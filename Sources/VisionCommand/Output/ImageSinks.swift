import VisionMedia
import VisionTasks

/// Writes images and videos that are made from results.
final class DrawingSink: ResultSink {
  private let path: String
  private let isFolder: Bool
  private let names: OutputNames
  private let option: String
  private var input: InputFrames?
  private var video: VideoWriter?
  /// The path of an older video; nil where there is none.
  private var olderVideo: String?
  private var drawing: any ResultDrawing

  init(path: String, isFolder: Bool, names: OutputNames, option: String, drawing: any ResultDrawing) throws {
    (self.path, self.isFolder, self.names, self.option, self.drawing) = (path, isFolder, names, option, drawing)
    if isFolder {
      try OutputFolder.make(path, option: option)
    } else {
      try OutputFolder.requireReplaceable(path, option: option)
      // Its index is written last, before the frames.
      if AnnotationNames.isVideo(path) { try OutputFolder.requireFile(path, option: option) }
    }
  }

  func begin(_ input: InputFrames) throws {
    self.input = nil
    if !isFolder, input.isVideo != AnnotationNames.isVideo(path) {
      let needed = input.isVideo ? "a video, which needs a name ending in .mp4" : "an image, which needs .png or .jpg"
      throw TasksError.invalidArgument("\(option) names \(path), but this is \(needed).")
    }
    // Images may be the frames of one stream.
    if input.isVideo { try drawing.beginVideo() }
    self.input = input
  }

  func write(_ result: InputResult) throws {
    guard let input else { return }
    let image = try drawing.image(of: result)
    if video == nil {
      let name = drawing.name(for: names.name(of: result.source), isVideo: result.isVideo)
      let destination = isFolder ? path.appendingPath(name) : path
      if isFolder { try OutputFolder.makeParent(of: destination) }
      guard result.isVideo else { return try ImageFile.write(image, toFile: destination) }
      olderVideo = FilePlace(path: destination).kind == .nothing ? nil : destination
      video = try makeWriter(of: input, like: image, path: destination)
    }
    try video?.append(image, at: result.frame.presentationTime, duration: result.frame.duration)
  }

  /// Keeps the video of a failed input, unless it would replace an older file.
  func end(isGood: Bool) throws {
    let name = input?.source.description ?? path
    defer { (video, input) = (nil, nil) }
    for warning in OtherScripts.takeWarnings() { StandardError.printLine("\(name): warning: \(warning)") }
    guard let video else { return }
    if !isGood, let olderVideo {
      video.discard()
      return StandardError.printLine("\(olderVideo) is unchanged, since \(name) failed.")
    }
    try video.finish()
    let count = video.sourceAudioTrackCount
    if count > 1 { StandardError.printLine("\(name): 1 of \(count) audio tracks was kept") }
    if !video.audio.note.isEmpty { StandardError.printLine("\(name): \(video.audio.note)") }
  }

  /// Audio and exact timestamps come from a file; cameras and streams have neither.
  private func makeWriter(of input: InputFrames, like image: ImageBuffer, path: String) throws -> VideoWriter {
    if let reader = input.video as? VideoReader, reader.width == image.width, reader.height == image.height {
      return try VideoWriter(path: path, like: reader, encoding: .besideInference)
    }
    let rate = (input.video?.frameRate ?? VideoFrameRate(numerator: 30, denominator: 1)).writable
    return try VideoWriter(
      path: path, width: image.width, height: image.height, frameRate: rate, encoding: .besideInference)
  }
}

/// Writes masks as PNGs: grayscale for probabilities, where 255 is 1, with a palette for categories.
final class MaskImages: ResultSink {
  private let folder: String
  private let names: OutputNames

  init(folder: String, names: OutputNames) throws {
    (self.folder, self.names) = (folder, names)
    try OutputFolder.make(folder, option: "--segmentation-masks")
  }

  func names(for result: InputResult) -> [String] {
    let input = names.name(of: result.source)
    return result.output.maskNames.map {
      MaskNames.name(for: input, frame: result.isVideo ? result.frame.index : nil, mask: $0)
    }
  }

  func write(_ result: InputResult) throws {
    for (name, mask) in zip(names(for: result), result.output.masks) {
      let path = folder.appendingPath(name)
      try OutputFolder.makeParent(of: path)
      try ImageFile.write(ImageFile.png(of: mask), toFile: path)
    }
  }
}
