import VisionInference
import VisionModels

/// Finds one person and follows it from frame to frame, always smoothed.
/// Differs from the pose task in two points, as MediaPipe does: the size of the person that the filters get is that of
/// the region before it grows, and the points that give the next region are smoothed, too.
final class BodyTracker {
  private let detector: PoseDetector
  private let model: PoseLandmarkModel
  private var smoother = PoseSmoother()
  private var auxiliarySmoother = LandmarkSmoother(.poseAuxiliaryPoints, count: 2)
  private var trackedRect: RotatedRegion?
  /// The last mask, which outlasts frames without a pose.
  private var previousMask: Mask?
  private var rects: [RotatedRegion] = []

  /// The person of the last frame if `isFound`.
  private(set) var pose = Pose()
  private(set) var isFound = false

  init(_ models: BundledModels, options: HolisticLandmarkerOptions) throws {
    model = try PoseLandmarkModel(
      models, minimumPresence: options.minPosePresenceConfidence, outputsMasks: options.outputPoseSegmentationMasks)
    detector = try PoseDetector(
      models, minimumScore: options.minPoseDetectionConfidence, overlapThreshold: options.minPoseSuppressionThreshold)
  }

  func find(in frame: Frame, timestampInMilliseconds: Int) throws {
    isFound = false
    if let rect = try takeRegion(in: frame) {
      isFound = try model.find(in: frame, rect: rect, previousMask: previousMask, into: &pose)
    }
    guard isFound else {
      smoother.resetPositions()
      return auxiliarySmoother.reset()
    }
    previousMask = pose.mask ?? previousMask
    let size = frame.image.size
    let objectScale = BodyRegions.aligned(
      center: pose.auxiliary[0].plane, scalePoint: pose.auxiliary[1].plane, in: size
    ).meanSide(in: size)
    auxiliarySmoother(
      &pose.auxiliary, unit: SIMD3(size.width, size.height, size.width), objectScale: objectScale,
      timestampInMilliseconds: timestampInMilliseconds)
    trackedRect = PoseRegions.rect(center: pose.auxiliary[0].plane, scalePoint: pose.auxiliary[1].plane, in: size)
    smoother.smooth(&pose, objectScale: objectScale, timestampInMilliseconds: timestampInMilliseconds, in: size)
  }

  func reset() {
    smoother = PoseSmoother()
    auxiliarySmoother.reset()
    (trackedRect, previousMask, isFound) = (nil, nil, false)
  }

  /// Takes the tracked region, else that of the best detection; nil without a person.
  private func takeRegion(in frame: Frame) throws -> RotatedRegion? {
    if let trackedRect {
      self.trackedRect = nil
      return trackedRect
    }
    try detector.detect(in: frame, into: &rects)
    return rects.first
  }
}

/// The two models of a hand that is located by the pose; the left and the right one share them.
final class PoseHandModels {
  static let refinementName = "hand_roi_refinement.tflite"
  private static let refinementSize = 256

  let landmarks: HandLandmarkModel
  private let refinement: ImageModel
  private let points: UnsafeBufferPointer<Float>

  init(_ models: BundledModels, minimumPresence: Float) throws {
    landmarks = try HandLandmarkModel(models, minimumPresence: minimumPresence)
    refinement = try models.imageModel(Self.refinementName, stage: "hand regions", inputSize: Self.refinementSize)
    points = try refinement.model.output(0, count: 4)
  }

  /// The exact region of a hand in a coarse one; nil where nothing can be sampled.
  func refined(_ rect: RotatedRegion, in frame: Frame) throws -> RotatedRegion? {
    let size = frame.image.size
    guard
      let region = rect.sampleablePixels(in: size)?
        .letterboxed(tensorWidth: Self.refinementSize, tensorHeight: Self.refinementSize)
    else { return nil }
    try refinement.run(on: frame, region: region)
    let toImage = region.transformToImage(of: size)
    let side = Float(Self.refinementSize)
    return BodyRegions.hand(
      center: toImage(SIMD2(points[0], points[1]) / side), scalePoint: toImage(SIMD2(points[2], points[3]) / side),
      in: size)
  }
}

/// One of a person's hands, tracked from frame to frame.
struct PoseHand {
  /// The indices of a hand's landmarks in the pose.
  struct Joints {
    let wrist, pinky, index: Int

    static let left = Joints(wrist: 15, pinky: 17, index: 19)
    static let right = Joints(wrist: 16, pinky: 18, index: 20)
  }

  /// The visibility that the wrist must exceed.
  private static let minimumVisibility = 0.1

  private let joints: Joints
  private var hand = Hand()
  private var isFound = false

  init(_ joints: Joints) { self.joints = joints }

  /// The hand of the last frame; nil without one.
  var found: Hand? { isFound ? hand : nil }

  mutating func reset() { isFound = false }

  mutating func find(in frame: Frame, pose: Pose, by models: PoseHandModels) throws {
    let wasFound = isFound
    isFound = false
    let size = frame.image.size
    guard Double(pose.visibility[joints.wrist]) > Self.minimumVisibility else { return }
    let coarse = BodyRegions.hand(
      wrist: pose.landmarks[joints.wrist].plane, pinky: pose.landmarks[joints.pinky].plane,
      index: pose.landmarks[joints.index].plane, in: size)
    guard let fresh = try models.refined(coarse, in: frame) else { return }
    let isKept = wasFound && RegionTracking.hand.keeps(hand.nextRect, over: fresh, landmarks: hand.landmarks, in: size)
    guard try models.landmarks.find(in: frame, rect: isKept ? hand.nextRect : fresh, into: &hand) else { return }
    isFound = true
    // Moved to the pose's wrist, so that all world landmarks have one origin.
    let (origin, wrist) = (hand.worldLandmarks[0], pose.worldLandmarks[joints.wrist])
    for index in hand.worldLandmarks.indices {
      hand.worldLandmarks[index] = hand.worldLandmarks[index] - origin + wrist
    }
  }
}

/// Finds the face of a person in the region that the pose gives, and tracks it from frame to frame. The detector runs
/// in every frame: a face that it does not find is lost.
final class PoseFaceTracker {
  private let detector: KeypointDetector
  private let model: FaceLandmarkModel
  private let blendshapeModel: FaceBlendshapeModel?
  private var keypoints: [SIMD2<Float>] = []

  /// The face of the last frame if `isFound`.
  private(set) var face = Face()
  private(set) var isFound = false
  /// The blendshapes of that face; nil without one and when they are not wanted.
  private(set) var blendshapes: [ResultCategory]?

  init(_ models: BundledModels, options: HolisticLandmarkerOptions) throws {
    model = try FaceLandmarkModel(models, minimumPresence: options.minFacePresenceConfidence)
    blendshapeModel = options.outputFaceBlendshapes ? try FaceBlendshapeModel(models) : nil
    detector = try FaceDetectorModel.detector(
      models.tensorModel(FaceDetectorModel.modelName), minimumScore: options.minFaceDetectionConfidence,
      overlapThreshold: options.minFaceSuppressionThreshold, recorder: models.recorder)
  }

  func reset() {
    isFound = false
    blendshapes = nil
  }

  func find(in frame: Frame, pose: Pose) throws {
    let wasFound = isFound
    reset()
    let size = frame.image.size
    guard let fresh = try detect(in: BodyRegions.head(pose: pose.landmarks, in: size), of: frame) else { return }
    var rect = fresh
    if wasFound {
      let tracked = BodyRegions.trackedFace(landmarks: face.landmarks, in: size)
      if RegionTracking.face.keeps(tracked, over: fresh, landmarks: face.landmarks, in: size) { rect = tracked }
    }
    isFound = try model.find(in: frame, rect: rect, into: &face)
    if isFound, let blendshapeModel {
      blendshapes = FaceBlendshapeModel.categories(try blendshapeModel.run(on: face.landmarks, in: frame))
    }
  }

  /// The region of the best face in the head's region; nil without a face.
  private func detect(in head: RotatedRegion, of frame: Frame) throws -> RotatedRegion? {
    let size = frame.image.size
    // The input is a square.
    guard let region = head.sampleablePixels(in: size)?.letterboxed(tensorWidth: 1, tensorHeight: 1) else { return nil }
    try detector.run(on: frame, region: region)
    guard detector.detections.count > 0 else { return nil }
    let toImage = region.transformToImage(of: size)
    keypoints.removeAll(keepingCapacity: true)
    for index in 0..<FaceDetectorModel.keypointCount {
      keypoints.append(toImage(detector.detections.keypoint(index, of: 0)))
    }
    return BodyRegions.face(keypoints: keypoints, in: size)
  }
}

extension SIMD3<Float> {
  /// x and y.
  fileprivate var plane: SIMD2<Float> { SIMD2(x, y) }
}
