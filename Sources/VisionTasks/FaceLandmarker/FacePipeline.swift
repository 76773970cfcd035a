import VisionModels

/// Detects faces and their landmarks, and tracks them from frame to frame.
///
/// ```
/// image ─┬─ faces → regions ────────────┬─ association → landmarks → next regions → smoothing ─┬─ blendshapes
///        └─ regions of the previous frame┘                                                     └─ poses in space
/// ```
///
/// Source: MediaPipe's face landmarker graph. Owns its models and memory; not Sendable, one frame at a time.
package final class FacePipeline: TaskPipeline {
  private let detector: FaceRectDetector
  private let landmarkModel: FaceLandmarkModel
  /// Nil when no blendshapes are asked for, as the geometry without matrices.
  private let blendshapeModel: FaceBlendshapeModel?
  private let geometry: FaceGeometry?
  private let numFaces: Int
  private let minTrackingConfidence: Float
  private let tracks: Bool
  private let smooths: Bool
  private let recorder: StageRecorder?

  /// The state carried to the next frame: the predicted region of each face, in the order of the results.
  package private(set) var trackedRects: [RotatedRegion] = []
  private var smoother = LandmarkSmoother(.imageLandmarks, count: FaceLandmarkModel.landmarkCount)
  private var schedule: DetectorSchedule
  /// The number of runs of the face detector.
  package private(set) var detectionCount = 0

  private var rects: [RotatedRegion] = []
  private var detectedRects: [RotatedRegion] = []
  private var faces = ReusableList { Face() }

  package init(options: FaceLandmarkerOptions, recorder: StageRecorder? = nil) throws {
    let bundle = try TaskBundle.open(
      options.baseOptions.validatedModelAssetPath(), for: "face landmarker",
      needing: [FaceDetectorModel.modelName, FaceLandmarkModel.modelName]
        + (options.outputFaceBlendshapes ? [FaceBlendshapeModel.modelName] : [])
        + (options.outputFacialTransformationMatrixes ? [FaceGeometryMetadata.fileName] : []))
    let models = BundledModels(bundle: bundle, inference: options.baseOptions.inference, recorder: recorder)
    // The larger model first, which lowers the peak memory: during compilation its weights are in memory three times.
    landmarkModel = try FaceLandmarkModel(models, minimumPresence: options.minFacePresenceConfidence)
    blendshapeModel = options.outputFaceBlendshapes ? try FaceBlendshapeModel(models) : nil
    detector = try FaceRectDetector(models, minimumScore: options.minFaceDetectionConfidence)
    geometry = options.outputFacialTransformationMatrixes ? try Self.geometry(of: bundle) : nil
    numFaces = options.numFaces
    minTrackingConfidence = options.minTrackingConfidence
    schedule = DetectorSchedule(stride: options.faceDetectionInterval)
    tracks = options.runningMode != .image
    smooths = tracks && numFaces == 1 && options.shouldSmoothLandmarks
    self.recorder = recorder
  }

  private static func geometry(of bundle: TaskBundle) throws -> FaceGeometry {
    let metadata = try FaceGeometryMetadata(bundle.member(named: FaceGeometryMetadata.fileName))
    guard let geometry = FaceGeometry(canonical: metadata.points, weights: metadata.weights) else {
      throw TasksError.invalidArgument(
        "\(FaceGeometryMetadata.fileName) weights no points, or points in one place; matrices need a face with an extent."
      )
    }
    return geometry
  }

  package func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> FaceLandmarkerResult {
    try findFaces(in: frame, timestampInMilliseconds: timestampInMilliseconds)
    let (found, size) = (faces.elements, frame.image.size)
    return FaceLandmarkerResult(
      faceLandmarks: found.map(\.resultLandmarks),
      faceBlendshapes: try blendshapeModel.map { model in
        try found.map { face in
          let scores = try model.run(on: face.landmarks, in: frame)
          return Classifications(headIndex: 0, categories: FaceBlendshapeModel.categories(scores))
        }
      } ?? [],
      facialTransformationMatrixes: geometry.map { geometry in
        recorder.measure("matrices: solve") {
          found.map { TransformMatrix(facePose: geometry.matrix(of: $0.landmarks, in: size)) }
        }
      } ?? [],
      faceScores: found.map(\.presence), timestampInMilliseconds: timestampInMilliseconds)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws {
    try findFaces(in: frame, timestampInMilliseconds: timestampInMilliseconds)
    for face in faces.elements {
      _ = try blendshapeModel?.run(on: face.landmarks, in: frame)
      _ = geometry?.matrix(of: face.landmarks, in: frame.image.size)
    }
  }

  package func reset() {
    trackedRects.removeAll(keepingCapacity: true)
    smoother.reset()
    schedule.restart()
  }

  /// Does everything up to the smoothed landmarks.
  private func findFaces(in frame: Frame, timestampInMilliseconds: Int) throws {
    try findRects(in: frame)
    faces.removeAll()
    for rect in rects.prefix(numFaces) {
      try faces.append { face in try landmarkModel.find(in: frame, rect: rect, into: &face) }
    }
    guard tracks else { return }
    trackedRects.removeAll(keepingCapacity: true)
    for face in faces.elements { trackedRects.append(face.nextRect) }
    guard smooths else { return }
    if faces.count == 0 { smoother.reset() }
    faces.updateFirst { face in
      face.smooth(by: &smoother, timestampInMilliseconds: timestampInMilliseconds, in: frame.image.size)
    }
  }

  /// Collects the regions: those of the previous frame, and detected ones if these are too few.
  private func findRects(in frame: Frame) throws {
    rects.removeAll(keepingCapacity: true)
    rects.append(contentsOf: trackedRects)
    try schedule.run(tracking: rects.count, of: numFaces) {
      detectionCount += 1
      try detector.detect(in: frame, atMost: numFaces, into: &detectedRects)
      rects.append(contentsOf: detectedRects)
    }
    guard tracks else { return }
    rects.associate(threshold: minTrackingConfidence)
    rects.removeLast(max(0, rects.count - numFaces))
    FaceRegions.keepOrder(of: trackedRects, in: &rects, threshold: minTrackingConfidence)
  }
}

extension Face {
  var resultLandmarks: [NormalizedLandmark] { landmarks.map { NormalizedLandmark($0) } }

  /// Smooths the landmarks. The strength depends on their extent, not on the region's as for poses.
  fileprivate mutating func smooth(
    by smoother: inout LandmarkSmoother, timestampInMilliseconds: Int, in size: ImageSize
  ) {
    let unit = SIMD3(size.width, size.height, size.width)
    guard var low = landmarks.first.map({ $0 * unit }) else { return }
    var high = low
    for landmark in landmarks {
      low = pointwiseMin(low, landmark * unit)
      high = pointwiseMax(high, landmark * unit)
    }
    smoother(
      &landmarks, unit: unit, objectScale: ((high.x - low.x) + (high.y - low.y)) / 2,
      timestampInMilliseconds: timestampInMilliseconds)
  }
}
