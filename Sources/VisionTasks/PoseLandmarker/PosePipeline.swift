import VisionModels

/// Detects people and their landmarks, and tracks them from frame to frame.
///
/// ```
/// image ─┬─ people → regions ────────────┬─ association → landmarks, mask → next regions → smoothing
///        └─ regions of the previous frame ┘
/// ```
///
/// Source: MediaPipe's pose landmarker graph. Owns its models and memory; not Sendable, one frame at a time.
package final class PosePipeline: TaskPipeline {
  private let detector: PoseDetector
  private let landmarkModel: PoseLandmarkModel
  private let numPoses: Int
  private let minTrackingConfidence: Float
  private let tracks: Bool
  private let smooths: Bool
  private let outputsMasks: Bool

  /// The state carried to the next frame: the predicted region of each person.
  package var trackedRects: [RotatedRegion] = []
  private var smoother = PoseSmoother()
  private var schedule: DetectorSchedule
  package private(set) var detectionCount = 0

  private var rects: [RotatedRegion] = []
  private var detectedRects: [RotatedRegion] = []
  private var poses = ReusableList { Pose() }

  package init(options: PoseLandmarkerOptions, recorder: StageRecorder? = nil) throws {
    let bundle = try TaskBundle.open(
      options.baseOptions.validatedModelAssetPath(), for: "pose landmarker",
      needing: [PoseDetector.modelName, PoseLandmarkModel.modelName])
    let models = BundledModels(bundle: bundle, inference: options.baseOptions.inference, recorder: recorder)
    // The larger model first, which lowers the peak memory: during compilation its weights are in memory three times.
    landmarkModel = try PoseLandmarkModel(
      models, minimumPresence: options.minPosePresenceConfidence, outputsMasks: options.shouldOutputSegmentationMasks)
    detector = try PoseDetector(models, minimumScore: options.minPoseDetectionConfidence)
    numPoses = options.numPoses
    minTrackingConfidence = options.minTrackingConfidence
    schedule = DetectorSchedule(stride: options.poseDetectionInterval)
    tracks = options.runningMode != .image
    smooths = tracks && numPoses == 1 && options.shouldSmoothLandmarks
    outputsMasks = options.shouldOutputSegmentationMasks
  }

  package func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> PoseLandmarkerResult {
    try findPeople(in: frame, timestampInMilliseconds: timestampInMilliseconds)
    let people = poses.elements
    return PoseLandmarkerResult(
      landmarks: people.map(\.resultLandmarks), worldLandmarks: people.map(\.resultWorldLandmarks),
      segmentationMasks: outputsMasks ? people.compactMap(\.mask) : nil,
      timestampInMilliseconds: timestampInMilliseconds)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws {
    try findPeople(in: frame, timestampInMilliseconds: timestampInMilliseconds)
  }

  package func reset() {
    trackedRects.removeAll()
    smoother = PoseSmoother()
    schedule.restart()
  }

  /// Does everything except making the public result; `package` for counting allocations.
  package func findPeople(in frame: Frame, timestampInMilliseconds: Int) throws {
    try findRects(in: frame)
    try findPoses(in: frame, rects: rects.prefix(numPoses))
    if tracks {
      trackedRects.removeAll(keepingCapacity: true)
      for pose in poses.elements { trackedRects.append(pose.nextRect) }
    }
    if smooths { smoothFirstPose(timestampInMilliseconds, in: frame.image.size) }
  }

  /// Collects the regions: those of the previous frame, and detected ones if these are too few.
  private func findRects(in frame: Frame) throws {
    rects.removeAll(keepingCapacity: true)
    rects.append(contentsOf: trackedRects)
    try schedule.run(tracking: rects.count, of: numPoses) {
      detectionCount += 1
      try detector.detect(in: frame, into: &detectedRects)
      rects.append(contentsOf: detectedRects)
    }
    if tracks { rects.associate(threshold: minTrackingConfidence) }
  }

  /// Detects people in regions; `package` so that tests can pass the regions.
  package func findPoses(in frame: Frame, rects: some Sequence<RotatedRegion>) throws {
    poses.removeAll()
    for rect in rects {
      try poses.append { pose in try landmarkModel.find(in: frame, rect: rect, into: &pose) }
    }
  }

  package var foundPoses: ArraySlice<Pose> { poses.elements }

  private func smoothFirstPose(_ timestampInMilliseconds: Int, in size: ImageSize) {
    if poses.count == 0 { smoother.resetPositions() }
    poses.updateFirst { pose in
      smoother.smooth(
        &pose, objectScale: pose.nextRect.meanSide(in: size), timestampInMilliseconds: timestampInMilliseconds, in: size
      )
    }
  }
}
