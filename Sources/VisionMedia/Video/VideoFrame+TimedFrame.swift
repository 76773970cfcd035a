import VisionTasks

extension VideoFrame: TimedFrame {
  /// The upright pixels as a picture for a task; nothing is copied.
  public var picture: MPImage { get throws { try MPImage(imageBuffer: image) } }
}
