import VisionInference
import VisionModels

/// Detects hands and their landmarks, and tracks them from frame to frame.
///
/// ```
/// image ─┬─ palms → hand regions → not tracked yet ─┐
///        └─ regions of the previous frame ──────────┴─ landmarks → next regions → duplicates dropped
/// ```
///
/// Independent inferences run in parallel: while a hand is tracked, the companion thread computes its landmarks beside
/// the palm detection, and a second hand's beside the first's. `ThreadBudget` divides the task's threads among them,
/// kernel by kernel; LiteRT's own threads are fixed, so each of two inferences gets half of them. After the first
/// frames no memory is allocated here between a frame and its hands.
///
/// Source: MediaPipe's hand landmarker graph. Owns its models and memory; not Sendable, one frame at a time.
package final class HandPipeline {
  private let palmDetector: PalmDetector
  private let landmarkModel: HandLandmarkModel
  /// A second instance for the companion thread; loaded on demand.
  private var companionModel: HandLandmarkModel?
  private let makeLandmarkModel: () throws -> HandLandmarkModel
  private let tracks: Bool
  private let numHands: Int
  private let minTrackingConfidence: Float
  private let inference: InferenceOptions
  private let runsConcurrently: Bool

  /// The state carried to the next frame: the predicted region of each hand, in the order of the results.
  package var trackedRects: [RotatedRegion] = []
  private var schedule: DetectorSchedule
  package private(set) var palmDetectionCount = 0

  private var palmRects: [RotatedRegion] = []
  private var rects: [RotatedRegion] = []
  private var hands = ReusableList { Hand() }

  /// Detects landmarks of some hands while this thread detects palms or other hands; started on demand.
  private lazy var companion = CompanionThread(name: "hand landmarks", threads: inference.threads) {
    [unowned self] in
    guard let job = companionJob else { return }
    try findLandmarks(in: job.frame, rects: job.rects, by: job.model, into: &companionHands)
  }
  private var companionJob: CompanionJob?
  private var companionHands = ReusableList { Hand() }

  /// The companion's work in one frame.
  private struct CompanionJob {
    let frame: Frame
    let rects: Range<Int>
    let model: HandLandmarkModel
  }

  /// `bundle` is a hand landmarker bundle, or the member `hand_landmarker.task` of a gesture bundle.
  package init(bundle: TaskBundle, options: HandTaskOptions, recorder: StageRecorder? = nil) throws {
    tracks = options.runningMode != .image
    numHands = options.numHands
    minTrackingConfidence = options.minTrackingConfidence
    schedule = DetectorSchedule(stride: options.handDetectionInterval)
    // With one of several hands tracked, palm detection and landmarks in parallel on a thread each take 10.1 ms, in
    // sequence on both 11.1 ms. The landmarks of two hands gain as well.
    var inference = options.baseOptions.inference
    runsConcurrently = tracks && numHands > 1 && inference.threadCount > 1
    // With an interval most frames have landmarks only, which would keep half of the engine's threads from them.
    inference.concurrentInferences = runsConcurrently && options.handDetectionInterval == 1 ? 2 : 1
    self.inference = inference
    let models = BundledModels(bundle: bundle, inference: inference, recorder: recorder)
    makeLandmarkModel = { [minimumPresence = options.minHandPresenceConfidence] in
      try HandLandmarkModel(models, minimumPresence: minimumPresence)
    }
    // The larger model first, which lowers the peak memory: during compilation its weights are in memory three times.
    landmarkModel = try makeLandmarkModel()
    palmDetector = try PalmDetector(models, minimumScore: options.minHandDetectionConfidence)
  }

  /// Returns the hands of a frame in MediaPipe's order: tracked hands first, then new ones, best palm first.
  package func findHands(in frame: Frame) throws -> ArraySlice<Hand> {
    let size = frame.image.size
    rects.removeAll(keepingCapacity: true)
    rects.append(contentsOf: trackedRects.prefix(numHands))
    hands.removeAll()
    let trackedCount = rects.count
    let detects = try schedule.run(tracking: trackedCount, of: numHands) { try findPalmsAndTrackedHands(in: frame) }
    if detects {
      if tracks {
        HandRegions.merge(palmRects, into: &rects, threshold: minTrackingConfidence)
      } else {
        rects.append(contentsOf: palmRects)
      }
      try findLandmarks(in: frame, rects: trackedCount..<min(rects.count, numHands))
    } else {
      try findLandmarks(in: frame, rects: 0..<trackedCount)
    }
    hands.dropDuplicates { HandDuplicates.areSameHand($1.landmarks, $0.landmarks, in: size) }
    if tracks {
      trackedRects.removeAll(keepingCapacity: true)
      for hand in hands.elements { trackedRects.append(hand.nextRect) }
    }
    return hands.elements
  }

  package func reset() {
    trackedRects.removeAll(keepingCapacity: true)
    schedule.restart()
  }

  /// Runs the palm detector and the landmarks of tracked hands concurrently, which are independent.
  private func findPalmsAndTrackedHands(in frame: Frame) throws {
    palmDetectionCount += 1
    guard !rects.isEmpty else { return try palmDetector.detect(in: frame, atMost: numHands, into: &palmRects) }
    guard runsConcurrently else {
      try findLandmarks(in: frame, rects: rects.indices)
      return try palmDetector.detect(in: frame, atMost: numHands, into: &palmRects)
    }
    try concurrently(CompanionJob(frame: frame, rects: rects.indices, model: landmarkModel)) {
      try palmDetector.detect(in: frame, atMost: numHands, into: &palmRects)
    }
  }

  /// Detects landmarks in several regions, half of them on the companion thread.
  private func findLandmarks(in frame: Frame, rects range: Range<Int>) throws {
    guard range.count > 1, runsConcurrently else {
      return try findLandmarks(in: frame, rects: range, by: landmarkModel, into: &hands)
    }
    let middle = range.lowerBound + (range.count + 1) / 2
    let model = try companionModel ?? makeLandmarkModel()
    companionModel = model
    try concurrently(CompanionJob(frame: frame, rects: middle..<range.upperBound, model: model)) {
      try findLandmarks(in: frame, rects: range.lowerBound..<middle, by: landmarkModel, into: &hands)
    }
  }

  private func findLandmarks(
    in frame: Frame, rects range: Range<Int>, by model: HandLandmarkModel, into hands: inout ReusableList<Hand>
  ) throws {
    for index in range {
      try hands.append { hand in try model.find(in: frame, rect: rects[index], into: &hand) }
    }
  }

  /// Runs a job on the companion and other work on this thread. The job's hands are appended to this thread's.
  private func concurrently(_ job: CompanionJob, _ work: () throws -> Void) throws {
    companionHands.removeAll()
    companionJob = job
    defer { companionJob = nil }
    try companion.run(beside: work)
    hands.takeAll(from: &companionHands)
  }
}

package final class HandLandmarkerPipeline: TaskPipeline {
  private let hands: HandPipeline

  package init(options: HandLandmarkerOptions, recorder: StageRecorder? = nil) throws {
    let bundle = try TaskBundle.open(
      options.baseOptions.validatedModelAssetPath(), for: "hand landmarker",
      needing: [PalmDetector.modelName, HandLandmarkModel.modelName])
    hands = try HandPipeline(bundle: bundle, options: options, recorder: recorder)
  }

  package func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> HandLandmarkerResult {
    let hands = try self.hands.findHands(in: frame)
    return HandLandmarkerResult(
      landmarks: hands.map(\.resultLandmarks), worldLandmarks: hands.map(\.resultWorldLandmarks),
      handedness: hands.map(\.resultHandedness), timestampInMilliseconds: timestampInMilliseconds)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws { _ = try hands.findHands(in: frame) }

  package func reset() { hands.reset() }
}
