import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// Face landmarks, as the folder `golden` records them.
enum FaceRecord: RecordedTask {
  struct Options: Decodable, Hashable {
    let numFaces: Int?
    let minFaceDetectionConfidence: Float?
    let minFacePresenceConfidence: Float?
    let outputFaceBlendshapes: Bool?
    let outputFacialTransformationMatrixes: Bool?
  }

  struct Frame: Decodable {
    let frame: Int
    let timestampMs: Int?
    let landmarks: [[[Float]]]
    let blendshapes: [[RecordedCategory]]
    /// Rows of 4 x 4 matrices.
    let facialTransformationMatrixes: [[Float]]
  }
}

typealias FaceGolden = RecordedResult<FaceRecord>

extension FaceGolden {
  static func all(mode: String) throws -> [FaceGolden] { try all(".face_", mode: mode) }

  func faceOptions(_ runningMode: RunningMode) throws -> FaceLandmarkerOptions {
    let task = FaceLandmarkerOptions()
    task.baseOptions.modelAssetPath = try ModelFile.path(model.file)
    task.runningMode = runningMode
    if let value = options.numFaces { task.numFaces = value }
    if let value = options.minFaceDetectionConfidence { task.minFaceDetectionConfidence = value }
    if let value = options.minFacePresenceConfidence { task.minFacePresenceConfidence = value }
    task.outputFaceBlendshapes = options.outputFaceBlendshapes ?? false
    task.outputFacialTransformationMatrixes = options.outputFacialTransformationMatrixes ?? false
    return task
  }
}

/// How far face results lie from MediaPipe's, field by field; the largest of one or several cases.
struct FaceDifferences {
  var xy: [Float] = []
  var z: Float = 0
  var blendshapes: Float = 0
  /// Relative to the largest value of a rotation, and of a translation.
  var matrices: Float = 0
  var faces = 0
  var mismatches: [String] = []

  /// Adds one frame. A stream's faces keep their order, those of MediaPipe do not, so the nearest are compared.
  mutating func add(_ result: FaceLandmarkerResult, _ golden: FaceGolden.Frame, _ place: String) {
    faces += golden.landmarks.count
    guard result.faceLandmarks.count == golden.landmarks.count,
      result.faceBlendshapes.count == golden.blendshapes.count,
      result.facialTransformationMatrixes.count == golden.facialTransformationMatrixes.count
    else {
      return mismatches.append("\(place): \(result.faceLandmarks.count) faces, MediaPipe \(golden.landmarks.count)")
    }
    for (number, face) in golden.landmarks.enumerated() {
      let ours = result.faceLandmarks.indices.min {
        Self.distance(result.faceLandmarks[$0][0], face[0]) < Self.distance(result.faceLandmarks[$1][0], face[0])
      }
      guard let ours else { continue }
      for (point, other) in zip(result.faceLandmarks[ours], face) {
        xy += [abs(point.x - other[0]), abs(point.y - other[1])]
        z = max(z, abs(point.z - other[2]))
      }
      if golden.blendshapes.indices.contains(number) {
        let categories = result.faceBlendshapes[ours].categories
        if categories.map(\.categoryName) != golden.blendshapes[number].map(\.categoryName) { mismatches.append(place) }
        for (shape, other) in zip(categories, golden.blendshapes[number]) {
          blendshapes = max(blendshapes, abs(shape.score - other.score))
        }
      }
      if golden.facialTransformationMatrixes.indices.contains(number) {
        add(result.facialTransformationMatrixes[ours], golden.facialTransformationMatrixes[number])
      }
    }
  }

  private mutating func add(_ matrix: TransformMatrix, _ rows: [Float]) {
    let depth = rows.enumerated().filter { $0.offset % 4 == 3 && $0.offset < 12 }.map { abs($0.element) }.max() ?? 1
    for (index, value) in rows.enumerated() {
      let difference = abs(matrix.value(atRow: UInt(index / 4), column: UInt(index % 4)) - value)
      matrices = max(matrices, index % 4 == 3 ? difference / depth : difference)
    }
  }

  private static func distance(_ point: NormalizedLandmark, _ other: [Float]) -> Float {
    (point.x - other[0]) * (point.x - other[0]) + (point.y - other[1]) * (point.y - other[1])
  }

  mutating func add(_ other: FaceDifferences) {
    xy += other.xy
    (z, blendshapes) = (max(z, other.z), max(blendshapes, other.blendshapes))
    matrices = max(matrices, other.matrices)
    faces += other.faces
    mismatches += other.mismatches
  }

  var largestXY: Float { xy.max() ?? 0 }
  var medianXY: Float { xy.isEmpty ? 0 : xy.sorted()[xy.count / 2] }

  /// Whether a still image's result is as close as it has to be.
  var isWithinBounds: Bool {
    mismatches.isEmpty && largestXY <= 0.001 && medianXY <= 0.0001 && z <= 0.001 && blendshapes <= 0.01
      && matrices <= 0.001
  }

  var summary: String {
    "x, y \(largestXY) (median \(medianXY)), z \(z), blendshapes \(blendshapes), matrices \(matrices), "
      + "\(faces) faces\(mismatches.isEmpty ? "" : ", \(mismatches)")"
  }
}
