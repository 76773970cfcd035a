import Foundation
import MediaPipeTasksVision
import Testing
import VisionMedia

/// One of MediaPipe's own results, as the folder `golden` records them, whatever the task.
protocol RecordedResult: Decodable, Sendable {
  var `case`: String { get }
  var mode: String { get }
  var media: String { get }
  var pixelFormat: String { get }
  var pixelSha256: String { get }
  /// The clockwise turn that makes the picture upright.
  var rotationDegrees: Int { get }
}

extension RecordedResult {
  /// The results of one mode whose file name holds a word, in the order of their names.
  static func all(_ word: String, mode: String) -> [Self] {
    guard let folder = SharedFolder.url?.appending(path: "golden"),
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    else { return [] }
    return names.filter { $0.contains(word) && $0.hasSuffix(".json") }.sorted().compactMap { name in
      guard let data = try? Data(contentsOf: folder.appending(path: name)),
        let golden = try? JSONDecoder().decode(Self.self, from: data), golden.mode == mode
      else { return nil }
      return golden
    }
  }

  /// The picture as stored, whose bytes must be those that MediaPipe was given.
  func mpImage() throws -> MPImage {
    let stored = try ImageFile.read(contentsOfFile: SharedFolder.path("media/\(media)"), applyingOrientation: false)
    let image = pixelFormat == "SRGBA" ? stored : try stored.droppingAlphaForGolden()
    #expect(try image.sha256() == pixelSha256, "\(`case`): other pixels than MediaPipe was given")
    return try MPImage(
      imageBuffer: image, orientation: #require(ImageOrientation(clockwiseDegrees: rotationDegrees)))
  }

  /// The frames of the video that the result covers.
  func videoFrames() throws -> VideoReader {
    try VideoReader(contentsOfFile: SharedFolder.path("media/\(media)"))
  }
}
