import Foundation

/// The options of `HandLandmarker`.
public final class HandLandmarkerOptions: TaskOptions, HandTaskOptions {
  /// How the task gets its images; `.image` by default.
  public var runningMode: RunningMode = .image

  /// Gets the results in `.liveStream` mode and must be nil in the other modes, as it is by default.
  ///
  /// Held weakly, here and by the task: keep a reference to it yourself.
  public weak var handLandmarkerLiveStreamDelegate: (any HandLandmarkerLiveStreamDelegate)?

  /// The maximum number of hands to find, 1...64; 1 by default.
  public var numHands = 1

  /// The minimum score of the palm detection, 0...1; 0.5 by default.
  public var minHandDetectionConfidence: Float = 0.5

  /// The score of the hand presence, 0...1, that a hand must exceed; 0.5 by default.
  ///
  /// In `.video` and `.liveStream` mode a hand at or below it is lost and is searched for again.
  public var minHandPresenceConfidence: Float = 0.5

  /// The overlap (intersection over union, 0...1) above which a hand is the one of the frame before; 0.5 by default.
  ///
  /// Has no effect in `.image` mode.
  public var minTrackingConfidence: Float = 0.5

  /// A copy with the same values and the same delegate.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = HandLandmarkerOptions()
    copy.baseOptions = baseOptions
    copy.runningMode = runningMode
    copy.handLandmarkerLiveStreamDelegate = handLandmarkerLiveStreamDelegate
    copy.numHands = numHands
    copy.minHandDetectionConfidence = minHandDetectionConfidence
    copy.minHandPresenceConfidence = minHandPresenceConfidence
    copy.minTrackingConfidence = minTrackingConfidence
    return copy
  }
}
