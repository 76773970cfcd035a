import VisionInference
import VisionModels

/// Finds the pose of a person, then both hands and the face in regions that the pose gives.
///
/// ```
/// image → pose → smoothing ─┬─ wrists → hand regions → refined → landmarks (left, then right)
///                           └─ head region → face detector → landmarks → blendshapes (companion thread)
/// ```
///
/// In streams the regions of the previous frame are kept where they still fit: the pose's without a test, the others'
/// by `RegionTracking` against fresh ones.
///
/// Source: MediaPipe's holistic landmarker graph. Owns its models and memory; not Sendable, one frame at a time.
package final class HolisticLandmarkerPipeline: TaskPipeline {
  private let body: BodyTracker
  private let hands: PoseHandModels
  private let face: PoseFaceTracker
  private var left = PoseHand(.left)
  private var right = PoseHand(.right)
  /// Whether regions and filters are kept from frame to frame (video and live stream).
  private let tracks: Bool
  private let runsConcurrently: Bool

  /// Computes the face while this thread computes the hands; started on demand.
  private lazy var companion = CompanionThread(name: "face landmarks", threads: threads) { [unowned self] in
    guard let frame = companionFrame else { return }
    try face.find(in: frame, pose: body.pose)
  }
  private var companionFrame: Frame?
  private let threads: ThreadBudget

  package init(options: HolisticLandmarkerOptions, recorder: StageRecorder? = nil) throws {
    let bundle = try TaskBundle.open(
      options.baseOptions.validatedModelAssetPath(), for: "holistic landmarker",
      needing: [
        PoseDetector.modelName, PoseLandmarkModel.modelName, PoseHandModels.refinementName, HandLandmarkModel.modelName,
        FaceDetectorModel.modelName, FaceLandmarkModel.modelName,
      ] + (options.outputFaceBlendshapes ? [FaceBlendshapeModel.modelName] : []))
    tracks = options.runningMode != .image
    let inference = options.baseOptions.inference
    threads = inference.threads
    runsConcurrently = inference.threadCount > 1
    var shared = inference
    shared.concurrentInferences = runsConcurrently ? 2 : 1
    let models = BundledModels(bundle: bundle, inference: inference, recorder: recorder)
    let sharing = BundledModels(bundle: bundle, inference: shared, recorder: recorder)
    // The largest models first, which lowers the peak memory.
    (body, (hands, face)) = try Self.loadBoth(inference) {
      try BodyTracker(models, options: options)
    } _: {
      (
        try PoseHandModels(sharing, minimumPresence: options.minHandLandmarksConfidence),
        try PoseFaceTracker(sharing, options: options)
      )
    }
  }

  /// Loads two parts on two threads, where the task has as many and the engine allows it. Preparing a model takes
  /// longer than compiling it, so several models are loaded in little more than half the time. An error of the first
  /// part comes before one of the second.
  private static func loadBoth<First, Second>(
    _ inference: InferenceOptions, _ first: () throws -> First, _ second: @escaping () throws -> Second
  ) throws -> (First, Second) {
    // A journal lists models in the order in which they are loaded.
    guard inference.threadCount > 1, inference.engine.loadsOnAnyThread, InferenceJournal.current == nil else {
      return (try first(), try second())
    }
    var result: Result<Second, any Error>?
    let companion = CompanionThread<Never>(name: "loading") { result = Result { try second() } }
    let part = try companion.run(beside: first)
    guard let other = result else { throw TasksError.internalFailure("A part of the task was not loaded.") }
    return (part, try other.get())
  }

  package func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> HolisticLandmarkerResult {
    try compute(frame, timestampInMilliseconds: timestampInMilliseconds)
    let pose = body.isFound ? body.pose : nil
    return HolisticLandmarkerResult(
      faceLandmarks: face.isFound ? face.face.resultLandmarks : [],
      faceBlendshapes: face.blendshapes.map { Classifications(headIndex: 0, categories: $0) },
      poseLandmarks: pose?.resultLandmarks ?? [], poseWorldLandmarks: pose?.resultWorldLandmarks ?? [],
      poseSegmentationMask: pose?.mask,
      leftHandLandmarks: left.found?.resultLandmarks ?? [],
      leftHandWorldLandmarks: left.found?.resultWorldLandmarks ?? [],
      rightHandLandmarks: right.found?.resultLandmarks ?? [],
      rightHandWorldLandmarks: right.found?.resultWorldLandmarks ?? [],
      timestampInMilliseconds: timestampInMilliseconds)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws {
    if !tracks { reset() }
    do {
      try body.find(in: frame, timestampInMilliseconds: timestampInMilliseconds)
      try findParts(in: frame)
    } catch {
      // A frame that failed leaves nothing for the next one.
      reset()
      throw error
    }
  }

  package func reset() {
    body.reset()
    left.reset()
    right.reset()
    face.reset()
  }

  /// Finds the hands and the face, which are independent of each other.
  private func findParts(in frame: Frame) throws {
    guard body.isFound else {
      left.reset()
      right.reset()
      return face.reset()
    }
    guard runsConcurrently else {
      try face.find(in: frame, pose: body.pose)
      return try findHands(in: frame)
    }
    companionFrame = frame
    defer { companionFrame = nil }
    try companion.run(beside: { try findHands(in: frame) })
  }

  private func findHands(in frame: Frame) throws {
    try left.find(in: frame, pose: body.pose, by: hands)
    try right.find(in: frame, pose: body.pose, by: hands)
  }
}
