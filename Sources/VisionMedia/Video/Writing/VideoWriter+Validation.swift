internal import CFFmpeg

extension VideoWriter {
  /// Creates a video file for images made from another video's frames, with its size, rate, exact times, pixel aspect
  /// ratio and audio.
  ///
  /// - Parameters:
  ///   - path: The file's path, with extension `.mp4`, `.m4v` or `.mov`, or without; its folder must exist. It may be
  ///     the reader's own file, which is replaced when the writer finishes.
  ///   - reader: The source video.
  ///   - keepsAudio: Whether its audio is kept; true by default.
  ///   - encoding: The compression.
  /// - Throws: What `init(path:width:height:frameRate:timescale:audioFrom:encoding:)` throws.
  public convenience init(
    path: String, like reader: VideoReader, keepsAudio: Bool = true, encoding: VideoEncoding = VideoEncoding()
  ) throws {
    try self.init(
      path: path, width: reader.width, height: reader.height,
      frameRate: (reader.frameRate ?? VideoFrameRate(numerator: 25)).writable,
      timescale: min(reader.timescale, Self.timescales.upperBound),
      audioFrom: keepsAudio && reader.mayHaveSound ? reader.path : nil, audioRules: reader.rules,
      encoding: encoding, pixelAspectRatio: reader.pixelAspectRatio.isPositive ? reader.pixelAspectRatio : .unknown)
  }

  /// Rejects extensions of other containers, since the format is always MP4.
  static func check(path: String) throws {
    if path.isEmpty { throw TasksError.notFound("The path of the video is empty; give one such as walk.mp4.") }
    let fileExtension = path.fileExtension
    guard fileExtension.isEmpty || ["mp4", "m4v", "mov"].contains(fileExtension.lowercased()) else {
      throw TasksError.invalidArgument(
        "\"\(path)\" ends in .\(fileExtension); VideoWriter writes MP4 files, whose names end in .mp4, .m4v or .mov.")
    }
  }

  static func check(_ frameRate: VideoFrameRate) throws -> AVRational {
    guard let rate = AVRational(frameRate), VideoFrameRate.writableRates.contains(frameRate.framesPerSecond) else {
      throw TasksError.invalidArgument(
        "A frame rate of \(frameRate) is not allowed; it lies in 0.001...10000 frames a second.")
    }
    return rate
  }

  /// The requested timescale, or one in which frames and milliseconds are integers.
  static func check(timescale: Int?, rate: AVRational) throws -> Int32 {
    if let timescale {
      guard timescales.contains(timescale) else {
        throw TasksError.invalidArgument("A timescale of \(timescale) is not allowed; it lies in \(timescales).")
      }
      return Int32(timescale)
    }
    let both = Int64(rate.num) / max(av_gcd(Int64(rate.num), 1000), 1) * 1000
    return Int32(exactly: both).flatMap { timescales.contains(Int($0)) ? $0 : nil } ?? 90_000
  }

  static func check(width: Int, height: Int, encoding: VideoEncoding) throws {
    guard width > 0, height > 0 else {
      throw TasksError.invalidArgument("A video of \(width) x \(height) pixels is not allowed; give 1 or more.")
    }
    try ImageFile.check(width: width, height: height, name: "the video")
    guard VideoEncoding.qualities.contains(encoding.quality) else {
      throw TasksError.invalidArgument(
        "A quality of \(encoding.quality) is not allowed; it lies in \(VideoEncoding.qualities), lower is better.")
    }
    guard (0...64).contains(encoding.threads) else {
      throw TasksError.invalidArgument("\(encoding.threads) encoding threads are not allowed; give 0...64.")
    }
  }
}

extension VideoFrameRate {
  static let writableRates = 0.001...10_000.0

  /// The rate, or the nearest one that a written video may state. Its frames have their own times, whatever it states.
  package var writable: VideoFrameRate {
    if framesPerSecond < Self.writableRates.lowerBound { return VideoFrameRate(numerator: 1, denominator: 1000) }
    if framesPerSecond > Self.writableRates.upperBound { return VideoFrameRate(numerator: 10_000) }
    return (try? VideoWriter.check(self)) == nil ? VideoFrameRate(numerator: 25) : self
  }
}
