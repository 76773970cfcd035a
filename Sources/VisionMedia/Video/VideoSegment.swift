/// A range of a video's frames that begins with a key frame, so that it can be decoded alone.
package struct VideoSegment: Codable, Hashable, Sendable {
  /// The index of its first frame in the video.
  package let firstFrame: Int
  /// The number of its frames, at least 1.
  package let frameCount: Int
  /// The time of its first frame, in the stream's units.
  package let start: Int64
  /// The time of the first frame after it; nil for the last segment.
  package let end: Int64?
  /// The time of the video's first frame.
  package let origin: Int64
}
