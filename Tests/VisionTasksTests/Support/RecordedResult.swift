import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// One of MediaPipe's own results, as the folder `golden` records them, whatever the task.
protocol RecordedResult: Decodable, Sendable, CustomTestStringConvertible {
  var `case`: String { get }
  var mode: String { get }
  var media: String { get }
  var pixelFormat: String { get }
  var pixelSha256: String { get }
  /// The clockwise turn that makes the picture upright.
  var rotationDegrees: Int { get }
}

extension RecordedResult {
  /// Its name: a whole video's numbers would fill the log.
  var testDescription: String { `case` }

  /// The results of one mode whose file name holds a word, in the order of their names.
  ///
  /// - Throws: When a file of that name is no such result.
  static func all(_ word: String, mode: String, in folder: GoldenFolder? = .shared) throws -> [Self] {
    let folder = try #require(folder)
    return try folder.names(containing: word).map { try folder.decode(Self.self, from: $0) }.filter { $0.mode == mode }
  }

  /// The picture as stored, whose bytes must be those that MediaPipe was given.
  func mpImage(in folder: GoldenFolder? = .shared) throws -> MPImage {
    let path = try #require(folder).media(media)
    let stored = try ImageFile.read(contentsOfFile: path, applyingOrientation: false)
    let image = pixelFormat == "SRGBA" ? stored : try stored.droppingAlphaForGolden()
    #expect(try image.sha256() == pixelSha256, "\(`case`): other pixels than MediaPipe was given")
    return try MPImage(
      imageBuffer: image, orientation: #require(ImageOrientation(clockwiseDegrees: rotationDegrees)))
  }

  /// The frames of the video that the result covers.
  func videoFrames(in folder: GoldenFolder? = .shared) throws -> VideoReader {
    try VideoReader(contentsOfFile: #require(folder).media(media))
  }
}
