/// The options of `FaceDetector`.
public final class FaceDetectorOptions: TrackingTaskOptions, DescribedOptions {
  /// Receives the results in `.liveStream` mode; must be nil, the default, in the other modes.
  ///
  /// The options and the task hold it weakly: keep a reference to it.
  public weak var faceDetectorLiveStreamDelegate: (any FaceDetectorLiveStreamDelegate)?

  /// The minimum score of a face, 0...1; 0.5 by default.
  public var minDetectionConfidence: Float = 0.5

  /// The overlap (intersection over union, 0...1) above which two boxes are one face; 0.3 by default.
  public var minSuppressionThreshold: Float = 0.3

  package static let liveStreamDelegate: Path<(any FaceDetectorLiveStreamDelegate)?>? =
    \FaceDetectorOptions.faceDetectorLiveStreamDelegate

  package static let table: [TaskOption<FaceDetectorOptions>] = [
    TaskOption(
      "minDetectionConfidence", \.minDetectionConfidence, group: "Faces", label: "Detection confidence",
      help: "Minimum score of a face, 0 to 1.", details: "A lower value finds more faces, and more false ones."),
    TaskOption(
      "minSuppressionThreshold", \.minSuppressionThreshold, group: "Faces", label: "Overlap",
      help: "Overlap of two boxes above which they are one face, 0 to 1."),
    .trackingIDs(group: "Faces", of: .face),
  ]
}
