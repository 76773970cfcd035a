/// How an object detector's images are related, with ML Kit's raw values.
public enum VisionObjectDetectorMode: Int, Sendable, CaseIterable {
  /// Each stands alone: no tracking IDs, and categories on the first call.
  case singleImage = 0
  /// They are frames of a stream: objects are followed and have tracking IDs. Made for low latency.
  case stream = 1
}
