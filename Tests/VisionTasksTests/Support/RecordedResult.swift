import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// A task whose results by MediaPipe are recorded.
protocol RecordedTask {
  associatedtype Options: Decodable, Hashable, Sendable
  associatedtype Frame: Decodable, Sendable
}

/// One of MediaPipe's own results, as the folder `golden` records them.
struct RecordedResult<Task: RecordedTask>: Decodable, Sendable, CustomTestStringConvertible {
  typealias Options = Task.Options
  typealias Frame = Task.Frame

  let `case`: String
  let mode: String
  let media: String
  let pixelFormat: String
  let pixelSha256: String?
  /// The clockwise rotation that makes the image upright; nil for none.
  let rotationDegrees: Int?
  let model: RecordedModel
  let options: Options
  let regionOfInterest: RecordedRegion?
  /// A segmenter's classes; nil in results of videos.
  let labels: [String]?
  let frames: [Frame]

  /// Its name: a whole video's numbers would fill the log.
  var testDescription: String { `case` }

  /// The results of one mode whose file name holds a word, in the order of their names.
  ///
  /// - Throws: When a file of that name is no such result.
  static func all(_ word: String, mode: String, in folder: GoldenFolder? = .shared) throws -> [Self] {
    let folder = try #require(folder)
    return try folder.names(containing: word).map { try folder.decode(Self.self, from: $0) }.filter { $0.mode == mode }
  }

  /// The image as stored, whose bytes must be those that MediaPipe was given.
  func mpImage(in folder: GoldenFolder? = .shared) throws -> MPImage {
    let path = try #require(folder).media(media)
    let stored = try ImageFile.read(contentsOfFile: path, applyingOrientation: false)
    let image = pixelFormat == "SRGBA" ? stored : try stored.droppingAlphaForGolden()
    #expect(try image.sha256() == pixelSha256, "\(`case`): other pixels than MediaPipe was given")
    return try MPImage(
      imageBuffer: image, orientation: #require(ImageOrientation(clockwiseDegrees: rotationDegrees ?? 0)))
  }

  /// The frames of the video that the result covers.
  func videoFrames(in folder: GoldenFolder? = .shared) throws -> VideoReader {
    try VideoReader(contentsOfFile: #require(folder).media(media))
  }
}

struct RecordedModel: Decodable, Hashable {
  let file: String
}

struct RecordedCategory: Decodable {
  let categoryName: String
  let score: Float
  let index: Int?
}

struct RecordedRegion: Decodable, Hashable {
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double

  var rect: CGRect { CGRect(x: left, y: top, width: right - left, height: bottom - top) }
}
