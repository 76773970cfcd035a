/// The most that a row's figures may be, as shares of MediaPipe's in the same run; nil where nothing was promised.
struct SuiteLimits: Codable, Hashable, Sendable {
  /// The median time of a frame.
  var time: Double?
  /// Processor time of all threads, a frame.
  var processorTime: Double?
  /// From the start of the process to the first result.
  var start: Double? = 0.15
  /// The process's peak memory.
  var memory: Double? = 0.35
  /// Sampling and decoding of results, as a share of our own inference.
  var preparation: Double?

  /// The limits of a video.
  static func video(time: Double? = nil, processorTime: Double? = nil) -> SuiteLimits {
    SuiteLimits(time: time, processorTime: processorTime, preparation: 0.12)
  }

  /// The limits of a picture.
  static func picture(time: Double) -> SuiteLimits { SuiteLimits(time: time) }
}
