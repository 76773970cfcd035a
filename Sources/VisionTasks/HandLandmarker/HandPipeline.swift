import VisionImaging
import VisionModels
import VisionPerception

/// Finds hands and their landmarks, and follows them from frame to frame.
///
/// ```
/// picture ─┬─ palms → hand rectangles ─┬─ those not tracked already ─┐
///          └─ rectangles of the frame before ────────────────────────┴─ landmarks → next rectangles → duplicates dropped
/// ```
///
/// Source: MediaPipe's hand landmarker graph. Owns its models and memory; not Sendable, one frame at a time.
package final class HandPipeline {
  private let palmDetector: PalmDetector
  private let landmarkModel: HandLandmarkModel
  private let configuration: Configuration

  /// What is carried from one frame to the next: where each hand is expected, in the order of the results.
  package var trackedRects: [NormalizedRect] = []
  /// How often the palm detector has run.
  package private(set) var palmDetectionCount = 0

  private var palmRects: [NormalizedRect] = []
  private var rects: [NormalizedRect] = []
  private var found = ReusableList { Hand() }

  /// Finds the landmarks of tracked hands while this thread looks for palms; made when first needed.
  private lazy var companion = CompanionThread(name: "hand landmarks") { [unowned self] in
    guard let frame = companionFrame else { return }
    try findLandmarks(in: frame, rects: 0..<companionRectCount)
  }
  private var companionFrame: Frame?
  private var companionRectCount = 0

  /// The bundle is a hand landmarker bundle, or the member `hand_landmarker.task` of a gesture bundle.
  package init(bundle: TaskBundle, configuration: Configuration, recorder: StageRecorder? = nil) throws {
    self.configuration = configuration
    palmDetector = try PalmDetector(
      data: bundle.member(named: PalmDetector.modelName), minimumScore: configuration.minHandDetectionConfidence,
      threadCount: configuration.threadCount, recorder: recorder)
    landmarkModel = try HandLandmarkModel(
      data: bundle.member(named: HandLandmarkModel.modelName), minimumPresence: configuration.minHandPresenceConfidence,
      threadCount: configuration.threadCount, recorder: recorder)
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
    companionFrame = frame
    companionRectCount = rects.count
    companion.start()
    defer { companionFrame = nil }
    let palms = Result { try palmDetector.detect(in: frame, atMost: configuration.numHands, into: &palmRects) }
    // The companion has to be done before anything is thrown: it reads this frame.
    try companion.finish()
    try palms.get()
  }

  private func findLandmarks(in frame: Frame, rects range: Range<Int>) throws {
    for index in range {
      try found.append { hand in try landmarkModel.find(in: frame.image, rect: rects[index], into: &hand) }
    }
  }
}
