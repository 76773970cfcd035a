/// The options that Gesture Recognizer and Hand Landmarker have in common.
package protocol HandTaskOptions: TaskOptions {
  /// How the task gets its pictures.
  var runningMode: RunningMode { get }
  /// The largest number of hands to find.
  var numHands: Int { get }
  /// The least score of a palm that counts as found.
  var minHandDetectionConfidence: Float { get }
  /// The score of the landmark model's presence output above which there is a hand.
  var minHandPresenceConfidence: Float { get }
  /// The overlap above which a hand counts as the one tracked before.
  var minTrackingConfidence: Float { get }
}
