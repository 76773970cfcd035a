import Foundation
import VisionErrors
import VisionImaging
import VisionMedia

/// A picture or video that a visitor brought, kept in the visit's folder under a name of our own.
struct StoredFile: Sendable {
  let id: String
  /// The name as the visitor calls it; for showing only.
  let name: String
  let url: URL
  let byteCount: Int
  let isVideo: Bool
  /// What decoding it takes: a picture, or the whole of a video.
  let cost: DecodingCost
  /// The rules for each opening of a video.
  private let rules: MediaRules
  /// The size of the upright picture or frames, in pixels.
  let width: Int
  let height: Int
  /// A video's length in seconds and number of frames, where the file tells.
  let seconds: Double?
  let frameCount: Int?

  /// Looks into an upload by the same code that later decodes it.
  ///
  /// - Throws: `TasksError` that says what is wrong with the file: of an unknown kind, damaged, too large or too long.
  init(lookingInto url: URL, name: String, byteCount: Int, limits: StudioLimits) throws {
    id = RandomToken.make()
    (self.name, self.url, self.byteCount) = (name, url, byteCount)
    let stated = try DecodingCost(lookingInto: url, byteCount: byteCount, limits: limits)
    rules = .stranger(pixelLimit: limits.framePixels)
    let start = try Self.firstBytes(of: url)
    if start.withUnsafeBytes({ ImageFileFormat(signatureOf: $0) }) != nil {
      try Self.check(imageBytes: byteCount, limits: limits)
    }
    // An animated GIF, PNG or WebP is a video.
    isVideo = try MediaKind.ofImageFile(url.path) != .image
    if isVideo {
      let video = try Self.open(url, name: name, rules: rules)
      (width, height) = (video.width, video.height)
      (seconds, frameCount) = (video.duration, video.estimatedFrameCount)
      cost = DecodingCost(videoOf: width, height)
      try Self.check(video, limits: limits)
    } else {
      cost = stated
      let picture = try Self.picture(url, stated)
      (width, height) = (picture.width, picture.height)
      (seconds, frameCount) = (nil, nil)
    }
  }

  /// Opens the video; it opens nothing else.
  func video() throws -> VideoReader { try Self.open(url, name: name, rules: rules) }

  /// Decodes the picture.
  func picture() throws -> ImageBuffer { try Self.picture(url, cost) }

  private static func picture(_ url: URL, _ cost: DecodingCost) throws -> ImageBuffer {
    try ImageFile.decode(Data(contentsOf: url), pixelLimit: cost.pixels)
  }

  private static func open(_ url: URL, name: String, rules: MediaRules) throws -> VideoReader {
    do {
      return try VideoReader(contentsOfFile: url.path, rules: rules)
    } catch let error as TasksError {
      // The file's own name in the message, not the one we gave it.
      let message = error.message.replacing("\"\(url.path)\"", with: "\"\(name)\"")
      guard error.code != .invalidArgumentError else {
        throw TasksError.invalidArgument(
          "\"\(name)\" is neither a picture nor a video that can be read. Videos may be "
            + "\(MediaRules.containerList) files.")
      }
      throw TasksError(error.code, message)
    }
  }

  private static func firstBytes(of url: URL) throws -> Data {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    return try handle.read(upToCount: ImageFileFormat.signatureLength) ?? Data()
  }

  private static func check(imageBytes byteCount: Int, limits: StudioLimits) throws {
    guard byteCount <= limits.pictureBytes else {
      throw TasksError(
        .outOfRangeError,
        "The picture has \(byteCount / 1_000_000) MB; at most \(limits.pictureBytes / 1_000_000) are allowed.")
    }
  }

  private static func check(_ video: VideoReader, limits: StudioLimits) throws {
    if let seconds = video.duration, seconds > limits.videoSeconds {
      throw TasksError(
        .outOfRangeError,
        "The video is \(seconds.rounded(.down).plainText) seconds long; at most "
          + "\(limits.videoSeconds.plainText) are allowed. Cut it first, or use "
          + "the command.")
    }
  }
}

extension StoredFile: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, name, byteCount, isVideo, width, height, seconds, frameCount
  }

  /// Everything but the place.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(byteCount, forKey: .byteCount)
    try container.encode(isVideo, forKey: .isVideo)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    try container.encodeIfPresent(seconds.flatMap { $0.isFinite ? $0 : nil }, forKey: .seconds)
    try container.encodeIfPresent(frameCount, forKey: .frameCount)
  }
}
