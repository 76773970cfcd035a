import Foundation
import VisionImaging
import VisionModels
import VisionPerception

/// Finds people and their landmarks, and follows them from frame to frame.
///
/// ```
/// image ─┬─ people → regions ──────────────┬─ association ─ landmarks, mask → next regions → smoothing
///          └─ regions of the frame before ───┘
/// ```
///
/// Source: MediaPipe's pose landmarker graph. Owns its models and memory; not Sendable, one frame at a time.
package final class PosePipeline: VisionPipeline {
  private let detector: PoseDetector
  private let landmarkModel: PoseLandmarkModel
  private let numPoses: Int
  private let minTrackingConfidence: Float
  private let tracks: Bool
  private let smooths: Bool
  private let outputsMasks: Bool

  /// What is carried from one frame to the next: where each person is expected.
  package var trackedRects: [NormalizedRect] = []
  private var smoother = PoseSmoother()
  /// How often the person detector has run.
  package private(set) var detectionCount = 0

  private var rects: [NormalizedRect] = []
  private var freshRects: [NormalizedRect] = []
  private var poses = ReusableList { Pose() }

  /// The recorder gets the times of the stages; there is none outside benchmarks.
  package init(options: PoseLandmarkerOptions, recorder: StageRecorder? = nil) throws {
    let bundle = try TaskBundle.open(
      options.baseOptions.validatedModelAssetPath(), for: "pose landmarker",
      needing: [PoseDetector.modelName, PoseLandmarkModel.modelName])
    let inference = options.baseOptions.inference
    let detectorData = try bundle.member(named: PoseDetector.modelName)
    let landmarkData = try bundle.member(named: PoseLandmarkModel.modelName)
    // The larger model first: while one is compiled its weights are in memory three times.
    landmarkModel = try PoseLandmarkModel(
      data: landmarkData, minimumPresence: options.minPosePresenceConfidence,
      outputsMasks: options.shouldOutputSegmentationMasks, inference: inference, recorder: recorder)
    detector = try PoseDetector(
      data: detectorData, minimumScore: options.minPoseDetectionConfidence,
      inference: inference, recorder: recorder)
    numPoses = options.numPoses
    minTrackingConfidence = options.minTrackingConfidence
    tracks = options.runningMode != .image
    smooths = tracks && numPoses == 1 && options.shouldSmoothLandmarks
    outputsMasks = options.shouldOutputSegmentationMasks
  }

  package func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> PoseLandmarkerResult {
    try findPeople(in: frame, timestampInMilliseconds: timestampInMilliseconds)
    let found = poses.elements
    return PoseLandmarkerResult(
      landmarks: found.map(\.resultLandmarks), worldLandmarks: found.map(\.resultWorldLandmarks),
      segmentationMasks: outputsMasks ? found.compactMap(\.mask) : nil,
      timestampInMilliseconds: timestampInMilliseconds)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws {
    try findPeople(in: frame, timestampInMilliseconds: timestampInMilliseconds)
  }

  package func reset() {
    trackedRects.removeAll()
    smoother = PoseSmoother()
  }

  /// Everything but the public result; `package` so that its allocations can be counted.
  package func findPeople(in frame: Frame, timestampInMilliseconds: Int) throws {
    try findRects(in: frame)
    try findPoses(in: frame, rects: rects.prefix(numPoses))
    if tracks {
      trackedRects.removeAll(keepingCapacity: true)
      for pose in poses.elements { trackedRects.append(pose.nextRect) }
    }
    if smooths { smoothFirstPose(timestampInMilliseconds, in: frame.image.size) }
  }

  /// The regions to look into: those of the frame before, and where these are too few, fresh ones.
  private func findRects(in frame: Frame) throws {
    rects.removeAll(keepingCapacity: true)
    rects.append(contentsOf: trackedRects)
    if rects.count < numPoses {
      detectionCount += 1
      try detector.detect(in: frame, into: &freshRects)
      rects.append(contentsOf: freshRects)
    }
    if tracks { PoseRegions.associate(&rects, threshold: minTrackingConfidence) }
  }

  /// The people in some regions; `package` so that tests can give the regions.
  package func findPoses(in frame: Frame, rects: some Sequence<NormalizedRect>) throws {
    poses.removeAll()
    for rect in rects {
      try poses.append { pose in try landmarkModel.find(in: frame.image, rect: rect, into: &pose) }
    }
  }

  /// The people that `findPoses` found, before smoothing.
  package var foundPoses: ArraySlice<Pose> { poses.elements }

  private func smoothFirstPose(_ timestampInMilliseconds: Int, in size: ImageSize) {
    if poses.count == 0 { smoother.lose() }
    poses.updateFirst { smoother.smooth(&$0, timestampInMilliseconds: timestampInMilliseconds, in: size) }
  }
}
