import VisionHTTP
import VisionMedia

struct StoredFile: Encodable, Sendable {
  /// What the page gets to know of it: everything but its place.
  private enum CodingKeys: String, CodingKey { case id, name, byteCount, isVideo, width, height, seconds, frameCount }

  let id, name: String
  let url: URL
  let byteCount: Int
  let isVideo: Bool
  let cost: DecodingCost
  private let rules: MediaRules
  let width, height: Int
  /// A video's duration in seconds and its number of frames; nil when the file does not state them.
  let seconds: Double?
  let frameCount: Int?

  /// Inspects an upload with the code that later decodes it.
  init(inspecting url: URL, name: String, byteCount: Int, limits: StudioLimits) throws {
    id = RandomToken.make()
    (self.name, self.url, self.byteCount) = (name, url, byteCount)
    let stated = try DecodingCost(inspecting: url, byteCount: byteCount, limits: limits)
    rules = .untrusted(pixelLimit: limits.framePixels)
    guard !stated.isImage || byteCount <= limits.imageBytes else {
      throw TasksError.outOfRange(
        "The image is \(byteCount.megabytes) large; the maximum is \(limits.imageBytes.megabytes).")
    }
    // Animated GIF, PNG and WebP files count as videos.
    isVideo = try MediaKind.ofImageFile(url.path) != .image
    if isVideo {
      let video = try Self.open(url, name: name, rules: rules)
      (width, height) = (video.width, video.height)
      seconds = video.duration.flatMap { $0.isFinite ? $0 : nil }
      frameCount = video.estimatedFrameCount
      cost = DecodingCost(videoOf: width, height)
      if let seconds = video.duration, seconds > limits.videoSeconds {
        throw TasksError.outOfRange(
          "The video is \(seconds.rounded(.down).plainText) seconds long; the maximum is "
            + "\(limits.videoSeconds.plainText). Trim it, or use the command.")
      }
    } else {
      cost = stated
      let image = try ImageFile.decode(Data(contentsOf: url), pixelLimit: stated.pixels, name: "\"\(name)\"")
      (width, height) = (image.width, image.height)
      (seconds, frameCount) = (nil, nil)
    }
  }

  /// Opens the video, under rules that let the file open no other file or address.
  func video() throws -> VideoReader { try Self.open(url, name: name, rules: rules) }

  func image(onWarning: (String) -> Void) throws -> ImageBuffer {
    try ImageFile.decode(Data(contentsOf: url), pixelLimit: cost.pixels, name: "\"\(name)\"", onWarning: onWarning)
  }

  private static func open(_ url: URL, name: String, rules: MediaRules) throws -> VideoReader {
    do {
      return try VideoReader(contentsOfFile: url.path, rules: rules)
    } catch let error as TasksError {
      guard error.code != .invalidArgumentError else {
        if case .withoutVideo = try MediaKind.inspect(contentsOfFile: url.path, rules: rules) {
          throw MediaKind.withoutVideo("\"\(name)\"")
        }
        throw MediaKind.unreadable("\"\(name)\"", videos: "videos")
      }
      // Messages name the original file, not the random name.
      throw TasksError(error.code, error.message.replacing(url.path, with: name))
    }
  }
}

/// File names for display; never used to open a file.
enum FileName {
  /// What file systems allow in bytes, so that the code for a file names it whole.
  private static let maxByteCount = 255

  static func plain(_ text: String) -> String {
    // Split by scalars: a slash followed by a combining mark is a different character.
    let last = text.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? "".unicodeScalars[...]
    var byteCount = 0
    let scalars = last.filter { !CharacterSet.controlCharacters.contains($0) }.prefix { scalar in
      byteCount += UTF8.width(scalar)
      return byteCount <= maxByteCount
    }
    let shown = String(String.UnicodeScalarView(scalars))
    return shown.isEmpty ? "unnamed" : shown
  }
}

/// An upper bound on the memory of decoding a file, from its header alone.
struct DecodingCost: Sendable {
  /// Bytes per pixel of a video: the reference frames of decoder and encoder, and the pending frames.
  private static let videoBytes = 64

  let pixels, bytes: Int
  let isImage: Bool

  /// The cost of an image, or of the first frame of a video. A header that states no size counts as the maximum.
  init(inspecting url: URL, byteCount: Int, limits: StudioLimits) throws {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    let start = try handle.read(upToCount: ImageHeader.headLength) ?? Data()
    isImage = start.withUnsafeBytes { ImageFileFormat(signatureOf: $0) } != nil
    let cost =
      isImage
      ? ImageCost(start: start, byteCount: byteCount, pixelLimit: limits.imagePixels)
      : ImageCost(pixels: limits.framePixels, byteCount: 0)
    (pixels, bytes) = (cost.pixels, cost.bytes)
  }

  init(videoOf width: Int, _ height: Int) {
    (pixels, bytes, isImage) = (width * height, width * height * Self.videoBytes, false)
  }
}
