import Foundation
import MediaPipeTasksVision
import VisionMedia

/// Writes pictures and videos with the results drawn on them.
final class AnnotationSink: ResultSink {
  /// Encoding shares the processor with inference, so the quickest preset makes the whole run faster; files are 1.2 times as
  /// large at the same fidelity.
  private static let encoding = VideoEncoding(preset: .ultrafast, quality: 23)

  private let path: String
  private let isFolder: Bool
  private var input: InputFrames?
  private var video: VideoWriter?

  /// - Parameters:
  ///   - path: A PNG, JPEG or MP4 file for one input; a folder, made if need be, for several inputs.
  ///   - severalInputs: Whether there is more than one input.
  /// - Throws: `TasksError` with `invalidArgumentError` for a file that should be a folder or has another type.
  init(path: String, severalInputs: Bool) throws {
    self.path = path
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    self.isFolder = severalInputs || (exists && isFolder.boolValue)
    if self.isFolder {
      guard !exists || isFolder.boolValue else {
        throw TasksError.invalidArgument("--annotate names the file \(path); several inputs need a folder.")
      }
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } else if ImageFile.Encoding(fileName: path) == nil, !Self.isVideoName(path) {
      throw TasksError.invalidArgument(
        "--annotate names \(path); allowed are .png, .jpg and .jpeg for a picture, .mp4 for a video, or a folder.")
    }
  }

  func begin(_ input: InputFrames) throws {
    self.input = nil
    if !isFolder, input.isVideo != Self.isVideoName(path) {
      let needed = input.isVideo ? "a video, which needs a name ending in .mp4" : "a picture, which needs .png or .jpg"
      throw TasksError.invalidArgument("--annotate names \(path), but this is \(needed).")
    }
    self.input = input
  }

  func write(_ result: InputResult) throws {
    guard let input else { return }
    let picture = try result.findings.drawn(on: result.frame.image)
    let destination = destination(for: result.source, isVideo: result.isVideo)
    guard result.isVideo else { return try ImageFile.write(picture, toFile: destination) }
    let video = try self.video ?? makeVideo(of: input, like: picture, path: destination)
    self.video = video
    try video.append(picture, at: result.frame.presentationTime, duration: result.frame.duration)
  }

  func end() throws {
    defer { (video, input) = (nil, nil) }
    try video?.finish()
    if let count = video?.sourceAudioTrackCount, count > 1 {
      StandardError.print("\(input?.source.description ?? path): 1 of \(count) sound tracks was kept")
    }
    if let note = video?.audio.note, !note.isEmpty {
      StandardError.print("\(input?.source.description ?? path): \(note)")
    }
  }

  /// Sound and exact times come from a file; a camera or stream has neither.
  private func makeVideo(of input: InputFrames, like picture: ImageBuffer, path: String) throws -> VideoWriter {
    if let reader = input.video as? VideoReader, reader.width == picture.width, reader.height == picture.height {
      return try VideoWriter(path: path, like: reader, encoding: Self.encoding)
    }
    let rate = input.video?.frameRate ?? VideoFrameRate(numerator: 30, denominator: 1)
    return try VideoWriter(
      path: path, width: picture.width, height: picture.height, frameRate: rate, encoding: Self.encoding)
  }

  /// The file for an input: in a folder it has the input's name, with another ending where its type is not written.
  func destination(for source: InputList.Source, isVideo: Bool) -> String {
    guard isFolder else { return path }
    let name = source.name
    let hasFittingType = isVideo ? Self.isVideoName(name) : ImageFile.Encoding(fileName: name) != nil
    let fallback = isVideo ? ".mp4" : ".png"
    return (path as NSString).appendingPathComponent(hasFittingType ? name : name + fallback)
  }

  private static func isVideoName(_ name: String) -> Bool {
    ["mp4", "m4v"].contains((name as NSString).pathExtension.lowercased())
  }
}
