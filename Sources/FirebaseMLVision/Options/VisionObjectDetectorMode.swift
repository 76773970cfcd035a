/// What the pictures of an object detector have to do with each other.
public enum VisionObjectDetectorMode: UInt, Sendable, CaseIterable {
  /// They are frames of a stream: objects are followed and have numbers. Made for low latency.
  case stream = 1
  /// Each stands alone: no numbers, and categories on the first call.
  case singleImage = 2
}
