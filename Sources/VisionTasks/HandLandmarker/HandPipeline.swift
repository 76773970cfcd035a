import VisionImaging
import VisionModels
import VisionPerception

/// Finds hands and their landmarks, and follows them from frame to frame.
///
/// ```
/// image ─┬─ palms → hand rectangles ─┬─ those not tracked already ─┐
///          └─ rectangles of the frame before ────────────────────────┴─ landmarks → next rectangles → duplicates dropped
/// ```
///
/// Source: MediaPipe's hand landmarker graph. Owns its models and memory; not Sendable, one frame at a time.
package final class HandPipeline {
  private let palmDetector: PalmDetector
  private let landmarkModel: HandLandmarkModel
  /// The same model once more, for a second hand beside the first; made when first needed.
  private var besideModel: HandLandmarkModel?
  private let makeLandmarkModel: () throws -> HandLandmarkModel
  private let configuration: Configuration

  /// What is carried from one frame to the next: where each hand is expected, in the order of the results.
  package var trackedRects: [NormalizedRect] = []
  /// How often the palm detector has run.
  package private(set) var palmDetectionCount = 0

  private var palmRects: [NormalizedRect] = []
  private var rects: [NormalizedRect] = []
  private var found = ReusableList { Hand() }

  /// Finds the landmarks of some hands while this thread looks for palms or at other hands; made when first needed.
  private lazy var companion = CompanionThread(name: "hand landmarks") { [unowned self] in
    guard let job = companionJob else { return }
    try findLandmarks(in: job.frame, rects: job.rects, by: job.model, into: &foundBeside)
  }
  private var companionJob: CompanionJob?
  private var foundBeside = ReusableList { Hand() }

  /// What the companion does in one frame.
  private struct CompanionJob {
    let frame: Frame
    let rects: Range<Int>
    let model: HandLandmarkModel
  }

  /// The bundle is a hand landmarker bundle, or the member `hand_landmarker.task` of a gesture bundle.
  package init(bundle: TaskBundle, configuration: Configuration, recorder: StageRecorder? = nil) throws {
    self.configuration = configuration
    let palmData = try bundle.member(named: PalmDetector.modelName)
    let landmarkData = try bundle.member(named: HandLandmarkModel.modelName)
    makeLandmarkModel = {
      try HandLandmarkModel(
        data: landmarkData, minimumPresence: configuration.minHandPresenceConfidence,
        inference: configuration.inference, recorder: recorder)
    }
    // The larger model first: while one is compiled its weights are in memory three times.
    landmarkModel = try makeLandmarkModel()
    palmDetector = try PalmDetector(
      data: palmData, minimumScore: configuration.minHandDetectionConfidence, inference: configuration.inference,
      recorder: recorder)
  }

  /// The hands of one frame, in MediaPipe's order: those tracked before first, then new ones, best palm first.
  package func findHands(in frame: Frame) throws -> ArraySlice<Hand> {
    let size = frame.image.size
    rects.removeAll(keepingCapacity: true)
    rects.append(contentsOf: trackedRects.prefix(configuration.numHands))
    found.removeAll()
    if rects.count >= configuration.numHands {
      try findLandmarks(in: frame, rects: 0..<rects.count)
    } else {
      let trackedCount = rects.count
      try findPalmsBesideTrackedHands(in: frame)
      if configuration.tracks {
        HandRegions.merge(palmRects, into: &rects, threshold: configuration.minTrackingConfidence)
      } else {
        rects.append(contentsOf: palmRects)
      }
      try findLandmarks(in: frame, rects: trackedCount..<min(rects.count, configuration.numHands))
    }
    found.dropDuplicates { HandDuplicates.areSameHand($1.landmarks, $0.landmarks, in: size) }
    if configuration.tracks {
      trackedRects.removeAll(keepingCapacity: true)
      for hand in found.elements { trackedRects.append(hand.nextRect) }
    }
    return found.elements
  }

  /// Forgets the hands of the frame before.
  package func reset() { trackedRects.removeAll(keepingCapacity: true) }

  /// The palm detector does not depend on the tracked hands' landmarks, so the two run side by side.
  private func findPalmsBesideTrackedHands(in frame: Frame) throws {
    palmDetectionCount += 1
    guard !rects.isEmpty else {
      return try palmDetector.detect(in: frame, atMost: configuration.numHands, into: &palmRects)
    }
    guard configuration.runsSideBySide else {
      try findLandmarks(in: frame, rects: rects.indices)
      return try palmDetector.detect(in: frame, atMost: configuration.numHands, into: &palmRects)
    }
    try beside(CompanionJob(frame: frame, rects: rects.indices, model: landmarkModel)) {
      try palmDetector.detect(in: frame, atMost: configuration.numHands, into: &palmRects)
    }
  }

  /// Hands do not depend on each other: with a thread an inference half of them are looked at beside the others.
  private func findLandmarks(in frame: Frame, rects range: Range<Int>) throws {
    guard range.count > 1, configuration.runsSideBySide else {
      return try findLandmarks(in: frame, rects: range, by: landmarkModel, into: &found)
    }
    let middle = range.lowerBound + (range.count + 1) / 2
    let model = try besideModel ?? makeLandmarkModel()
    besideModel = model
    try beside(CompanionJob(frame: frame, rects: middle..<range.upperBound, model: model)) {
      try findLandmarks(in: frame, rects: range.lowerBound..<middle, by: landmarkModel, into: &found)
    }
  }

  private func findLandmarks(
    in frame: Frame, rects range: Range<Int>, by model: HandLandmarkModel, into hands: inout ReusableList<Hand>
  ) throws {
    for index in range {
      try hands.append { hand in try model.find(in: frame.image, rect: rects[index], into: &hand) }
    }
  }

  /// Does a job on the companion and other work on this thread; the job's hands come behind those that were found here.
  private func beside(_ job: CompanionJob, _ work: () throws -> Void) throws {
    foundBeside.removeAll()
    companionJob = job
    companion.start()
    defer { companionJob = nil }
    let result = Result { try work() }
    // The companion has to be done before anything is thrown: it reads this frame.
    try companion.finish()
    try result.get()
    found.takeAll(from: &foundBeside)
  }
}
