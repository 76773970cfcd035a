/// The options of `FaceLandmarker`.
public final class FaceLandmarkerOptions: TrackingTaskOptions, DescribedOptions {
  /// Receives the results in `.liveStream` mode; must be nil, the default, in the other modes.
  ///
  /// The options and the task hold it weakly: keep a reference to it.
  public weak var faceLandmarkerLiveStreamDelegate: (any FaceLandmarkerLiveStreamDelegate)?

  /// The maximum number of faces to find, at least 1; 1 by default.
  public var numFaces = 1

  /// The minimum score of the face detection, 0...1; 0.5 by default.
  public var minFaceDetectionConfidence: Float = 0.5

  /// The face presence score, 0...1, that a face must exceed; 0.5 by default.
  ///
  /// In `.video` and `.liveStream` mode a face at or below it is lost, and the face detector runs again.
  public var minFacePresenceConfidence: Float = 0.5

  /// The overlap (intersection over union, 0...1) above which a face is the same as in the previous frame; 0.5 by
  /// default.
  ///
  /// Has no effect in `.image` mode.
  public var minTrackingConfidence: Float = 0.5

  /// How often the face detector runs while at least one face is tracked but fewer than `numFaces`: in every n-th
  /// frame, n from 1; 1 by default, as in MediaPipe.
  ///
  /// With n above 1 such frames are faster, and a further face may be found n - 1 frames later. A search also renews
  /// the regions of tracked faces, so their landmarks differ a little. Without a tracked face the detector runs in
  /// every frame. Has no effect in `.image` mode, and none with `numFaces` 1.
  public var faceDetectionInterval = 1

  /// Whether results have 52 blendshapes for each face, the strengths of parts of its expression; false by default.
  /// Without them their model is not even loaded.
  public var outputFaceBlendshapes = false

  /// Whether results have a matrix for each face, its pose in space; false by default.
  public var outputFacialTransformationMatrixes = false

  /// Whether the landmarks of a single face (`numFaces` 1) are smoothed over time in `.video` and `.liveStream` mode;
  /// true by default, as in MediaPipe, which has no such option. Blendshapes and matrices come from the same landmarks.
  public var shouldSmoothLandmarks = true

  package static let liveStreamDelegate: Path<(any FaceLandmarkerLiveStreamDelegate)?>? =
    \FaceLandmarkerOptions.faceLandmarkerLiveStreamDelegate

  package static let table: [TaskOption<FaceLandmarkerOptions>] = [
    TaskOption(
      "numFaces", \.numFaces, group: "Faces", label: "Maximum faces", help: "Maximum number of faces to find.",
      details: "Landmarks are smoothed over time only for one.",
      kind: .integer(IntegerRange(allowed: 1...Int.max, offered: 1...6, served: 16))),
    TaskOption(
      "minFaceDetectionConfidence", \.minFaceDetectionConfidence, group: "Faces", label: "Detection confidence",
      help: "Minimum score of the face detection, 0 to 1.",
      details: "A lower value finds more faces, and more false ones."),
    TaskOption(
      "minFacePresenceConfidence", \.minFacePresenceConfidence, group: "Faces", label: "Presence confidence",
      help: "Minimum score of face presence, 0 to 1; a face must exceed it.",
      details: "The landmark model says how sure it is that there is a face."),
    .tracking(\.minTrackingConfidence, group: "Faces", of: "face"),
    .detectionInterval(
      "faceDetectionInterval", \.faceDetectionInterval, group: "Faces", of: "faces", detector: "face detector"),
    TaskOption(
      "outputFaceBlendshapes", \.outputFaceBlendshapes, flag: "blendshapes", group: "Faces", label: "Blendshapes",
      help: "Also estimate 52 blendshapes of each face: smile, blink, open jaw and others."),
    TaskOption(
      "outputFacialTransformationMatrixes", \.outputFacialTransformationMatrixes, flag: "matrices", group: "Faces",
      label: "Matrices", help: "Also compute a 4 x 4 matrix for each face: its place and rotation in space."),
    TaskOption(
      "shouldSmoothLandmarks", \.shouldSmoothLandmarks, flag: "smoothing", group: "Faces", label: "Smoothing",
      help: "Smooth the landmarks of a single face over the frames of a video.",
      details: "Only for the camera and videos."),
    .trackingIDs(group: "Faces", of: .face),
  ]
}
