import VisionInference
import VisionModels

final class PoseLandmarkModel {
  static let modelName = "pose_landmarks_detector.tflite"
  private static let inputSize = 256
  /// 33 public landmarks, two auxiliary ones for the next region, four unused.
  private static let landmarkCount = 39
  private static let publicCount = 33
  private static let hipCenter = 33
  private static let bodyScale = 34
  private static let valuesPerLandmark = 5

  private enum Output {
    static let landmarks = 0
    static let presence = 1
    static let mask = 2
    static let heatmap = 3
    static let world = 4
  }

  private let model: ImageModel
  private let recorder: StageRecorder?
  private let minimumPresence: Float
  private let refinement = HeatmapRefinement(size: 64, kernelSize: 7, minimumScore: 0.5)
  private let raw: UnsafeBufferPointer<Float>
  private let presence: UnsafeBufferPointer<Float>
  private let heatmap: UnsafeBufferPointer<Float>
  private let rawWorld: UnsafeBufferPointer<Float>
  private let maskLogits: UnsafeBufferPointer<Float>?
  private var points: [SIMD3<Float>] = []
  private lazy var framedMask = FramedMask(size: Self.inputSize)

  /// The presence score of a person must exceed `minimumPresence` (0...1). Without masks the mask branch of the model
  /// does not run.
  init(_ models: BundledModels, minimumPresence: Float, outputsMasks: Bool) throws {
    (recorder, self.minimumPresence) = (models.recorder, minimumPresence)
    let kept =
      [Output.landmarks, Output.presence] + (outputsMasks ? [Output.mask] : []) + [Output.heatmap, Output.world]
    let model = try models.imageModel(
      Self.modelName, stage: "pose landmarks", inputSize: Self.inputSize, wantedOutputs: kept)
    func output(_ position: Int, count: Int) throws -> UnsafeBufferPointer<Float> {
      try model.model.output(kept.firstIndex(of: position) ?? position, count: count)
    }
    raw = try output(Output.landmarks, count: Self.landmarkCount * Self.valuesPerLandmark)
    presence = try output(Output.presence, count: 1)
    heatmap = try output(Output.heatmap, count: 64 * 64 * Self.landmarkCount)
    rawWorld = try output(Output.world, count: Self.landmarkCount * 3)
    maskLogits = outputsMasks ? try output(Output.mask, count: Self.inputSize * Self.inputSize) : nil
    self.model = model
  }

  /// Fills `pose` with the person in `rect`. Returns false when there is none. The mask is blended with `previousMask`
  /// if that has its size.
  func find(in frame: Frame, rect: RotatedRegion, previousMask: Mask? = nil, into pose: inout Pose) throws -> Bool {
    guard let region = rect.sampleablePixels(in: frame.image.size) else { return false }
    try model.run(on: frame, region: region)
    guard presence[0] > minimumPresence else { return false }
    recorder.measure("pose landmarks: decode") { decode(rect, size: frame.image.size, into: &pose) }
    pose.mask = try maskLogits.map { logits in
      try recorder.measure("pose mask: project") {
        try mask(logits, region: region, frame: frame, previous: previousMask)
      }
    }
    return true
  }

  private func decode(_ rect: RotatedRegion, size: ImageSize, into pose: inout Pose) {
    points.removeAll(keepingCapacity: true)
    for start in stride(from: 0, to: raw.count, by: Self.valuesPerLandmark) {
      points.append(SIMD3(raw[start], raw[start + 1], raw[start + 2]) / Float(Self.inputSize))
    }
    refinement.refine(&points, heatmap: heatmap)

    let projection = LandmarkProjection(from: rect)
    for index in 0...Self.bodyScale { points[index] = projection.project(points[index]) }
    pose.landmarks.removeAll(keepingCapacity: true)
    pose.worldLandmarks.removeAll(keepingCapacity: true)
    pose.visibility.removeAll(keepingCapacity: true)
    pose.presence.removeAll(keepingCapacity: true)
    for index in 0..<Self.publicCount {
      pose.landmarks.append(points[index])
      pose.worldLandmarks.append(
        projection.projectWorld(SIMD3(rawWorld[3 * index], rawWorld[3 * index + 1], rawWorld[3 * index + 2])))
      pose.visibility.append(Sigmoid.probability(logit: raw[Self.valuesPerLandmark * index + 3]))
      pose.presence.append(Sigmoid.probability(logit: raw[Self.valuesPerLandmark * index + 4]))
    }
    pose.worldVisibility = pose.visibility
    pose.auxiliary.removeAll(keepingCapacity: true)
    pose.auxiliary.append(contentsOf: points[Self.hipCenter...Self.bodyScale])
    pose.rect = rect
    pose.nextRect = PoseRegions.rect(
      center: SIMD2(points[Self.hipCenter].x, points[Self.hipCenter].y),
      scalePoint: SIMD2(points[Self.bodyScale].x, points[Self.bodyScale].y), in: size)
  }

  private func mask(
    _ logits: UnsafeBufferPointer<Float>, region: RotatedRegion, frame: Frame, previous: Mask?
  ) throws -> Mask {
    framedMask.setProbabilities(ofLogits: logits)
    let (width, height) = (frame.image.width, frame.image.height)
    let projection = MaskProjection(from: region, maskSize: Self.inputSize, width: width, height: height)
    return try Mask(width: width, height: height) { (target: UnsafeMutableBufferPointer<Float>) in
      target.initialize(repeating: 0)
      projection.project(framedMask, into: target, columns: frame.columns, rows: frame.rows)
      guard let previous, previous.width == width, previous.height == height else { return }
      previous.withUnsafeFloats { MaskSmoothing.blend(target, with: $0) }
    }
  }
}

package struct Pose: Sendable {
  /// 33 landmarks in fractions of the stored image; z on the scale of x.
  package var landmarks: [SIMD3<Float>] = []
  /// 33 landmarks in metres, along the axes of the stored image.
  package var worldLandmarks: [SIMD3<Float>] = []
  /// The probability that each landmark is not occluded.
  package var visibility: [Float] = []
  /// The visibility of the world landmarks, which is smoothed separately.
  package var worldVisibility: [Float] = []
  /// The probability that each landmark is inside the image.
  package var presence: [Float] = []
  /// The hips' centre and a point above it, which give the region of the next frame; as `landmarks`.
  package var auxiliary: [SIMD3<Float>] = []
  package var rect = RotatedRegion.empty
  package var nextRect = RotatedRegion.empty
  package var mask: Mask?

  package init() {}
}

extension Pose {
  var resultLandmarks: [NormalizedLandmark] {
    landmarks.indices.map { index in
      let point = landmarks[index]
      return NormalizedLandmark(
        x: point.x, y: point.y, z: point.z, visibility: NSNumber(value: visibility[index]),
        presence: NSNumber(value: presence[index]))
    }
  }

  var resultWorldLandmarks: [Landmark] {
    worldLandmarks.indices.map { index in
      let point = worldLandmarks[index]
      return Landmark(
        x: point.x, y: point.y, z: point.z, visibility: NSNumber(value: worldVisibility[index]),
        presence: NSNumber(value: presence[index]))
    }
  }
}

final class PoseDetector {
  static let modelName = "pose_detector.tflite"
  private static let hipCenter = 0
  private static let bodyScale = 1

  private let detector: KeypointDetector

  /// People with a score below `minimumScore` (0...1) are dropped, those that overlap by more than `overlapThreshold`
  /// merged.
  init(_ models: BundledModels, minimumScore: Float, overlapThreshold: Float = 0.5) throws {
    detector = try KeypointDetector(
      models.tensorModel(Self.modelName), stage: "people", anchors: [.pose], keypointCount: 4,
      minimumScore: minimumScore, overlapThreshold: overlapThreshold, recorder: models.recorder)
  }

  /// Fills `rects` with the regions of the detected people, best first.
  func detect(in frame: Frame, into rects: inout [RotatedRegion]) throws {
    try detector.run(on: frame)
    let size = frame.image.size
    let toImage = LetterboxRemoval(of: frame.region, in: size)
    let people = detector.detections
    rects.removeAll(keepingCapacity: true)
    for index in 0..<people.count {
      rects.append(
        PoseRegions.rect(
          center: toImage(people.keypoint(Self.hipCenter, of: index)),
          scalePoint: toImage(people.keypoint(Self.bodyScale, of: index)), in: size))
    }
  }
}
