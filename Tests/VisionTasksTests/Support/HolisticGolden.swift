import Foundation
import MediaPipeTasksVision
import TestSupport
import VisionMedia

/// Whole bodies, as the folder `golden/holistic` records them.
enum HolisticRecord: RecordedTask {
  struct Options: Decodable, Hashable {
    let min_pose_detection_confidence: Float?
    let min_face_detection_confidence: Float?
    let min_hand_landmarks_confidence: Float?
    let output_face_blendshapes: Bool?
    let output_pose_segmentation_masks: Bool?
  }

  struct Frame: Decodable {
    let frame: Int
    let timestampMs: Int?
    let poseLandmarks: [[Float]]
    let poseWorldLandmarks: [[Float]]
    let leftHandLandmarks: [[Float]]
    let leftHandWorldLandmarks: [[Float]]
    let rightHandLandmarks: [[Float]]
    let rightHandWorldLandmarks: [[Float]]
    let faceLandmarks: [[Float]]
    let faceBlendshapes: [RecordedCategory]?
    let poseSegmentationMask: PoseRecord.MaskSummary?
  }
}

typealias HolisticGolden = RecordedResult<HolisticRecord>

extension HolisticGolden {
  static func all(mode: String) throws -> [HolisticGolden] { try all(".holistic", mode: mode, in: .holistic) }

  func landmarker(_ runningMode: RunningMode) throws -> HolisticLandmarker {
    let task = HolisticLandmarkerOptions()
    task.baseOptions.modelAssetPath = try ModelFile.path(model.file)
    task.runningMode = runningMode
    if let value = options.min_pose_detection_confidence { task.minPoseDetectionConfidence = value }
    if let value = options.min_face_detection_confidence { task.minFaceDetectionConfidence = value }
    if let value = options.min_hand_landmarks_confidence { task.minHandLandmarksConfidence = value }
    task.outputFaceBlendshapes = options.output_face_blendshapes ?? false
    task.outputPoseSegmentationMasks = options.output_pose_segmentation_masks ?? false
    return try HolisticLandmarker(options: task)
  }
}

/// How far a holistic result lies from MediaPipe's, field by field; the largest of one or several cases.
struct HolisticDifferences {
  /// x and y of every landmark.
  private(set) var pose: [Float] = []
  private(set) var hands: [Float] = []
  private(set) var face: [Float] = []
  private(set) var depth: Float = 0
  private(set) var certainty: Float = 0
  private(set) var poseWorld: Float = 0
  private(set) var handWorld: Float = 0
  private(set) var blendshapes: Float = 0
  private(set) var maskMean: Float = 0
  private(set) var maskGrid: Float = 0
  /// The parts that only one of the two has.
  private(set) var mismatches: [String] = []

  mutating func add(_ result: HolisticLandmarkerResult, _ golden: HolisticGolden.Frame, of name: String) {
    add(result.poseLandmarks, golden.poseLandmarks, "\(name): pose", to: \.pose)
    add(result.leftHandLandmarks, golden.leftHandLandmarks, "\(name): left hand", to: \.hands)
    add(result.rightHandLandmarks, golden.rightHandLandmarks, "\(name): right hand", to: \.hands)
    add(result.faceLandmarks, golden.faceLandmarks, "\(name): face", to: \.face)
    add(result.poseWorldLandmarks, golden.poseWorldLandmarks, to: \.poseWorld)
    add(result.leftHandWorldLandmarks, golden.leftHandWorldLandmarks, to: \.handWorld)
    add(result.rightHandWorldLandmarks, golden.rightHandWorldLandmarks, to: \.handWorld)
    if (result.faceBlendshapes == nil) != (golden.faceBlendshapes == nil) { mismatches.append("\(name): blendshapes") }
    for (ours, theirs) in zip(result.faceBlendshapes?.categories ?? [], golden.faceBlendshapes ?? []) {
      if ours.categoryName != theirs.categoryName || ours.index != theirs.index {
        mismatches.append("\(name): a blendshape")
      }
      blendshapes = max(blendshapes, abs(ours.score - theirs.score))
    }
    if (result.poseSegmentationMask == nil) != (golden.poseSegmentationMask == nil) {
      mismatches.append("\(name): mask")
    }
    if let ours = result.poseSegmentationMask, let theirs = golden.poseSegmentationMask {
      if ours.width != theirs.width || ours.height != theirs.height { mismatches.append("\(name): mask's size") }
      maskMean = max(maskMean, abs(ours.mean - theirs.mean))
      maskGrid = max(maskGrid, zip(ours.grid64, theirs.grid ?? []).map { abs($0 - $1) }.max() ?? 0)
    }
  }

  private mutating func add(
    _ ours: [NormalizedLandmark], _ theirs: [[Float]], _ name: String, to path: WritableKeyPath<Self, [Float]>
  ) {
    guard ours.count == theirs.count else { return mismatches.append(name) }
    for (point, values) in zip(ours, theirs) {
      self[keyPath: path] += [abs(point.x - values[0]), abs(point.y - values[1])]
      depth = max(depth, abs(point.z - values[2]))
      guard values.count == 5 else { continue }
      certainty = max(
        certainty, abs((point.visibility?.floatValue ?? .nan) - values[3]),
        abs((point.presence?.floatValue ?? .nan) - values[4]))
    }
  }

  private mutating func add(_ ours: [Landmark], _ theirs: [[Float]], to path: WritableKeyPath<Self, Float>) {
    for (point, values) in zip(ours, theirs) {
      self[keyPath: path] = max(
        self[keyPath: path], abs(point.x - values[0]), abs(point.y - values[1]), abs(point.z - values[2]))
    }
  }

  var largest: Float { max(pose.max() ?? 0, hands.max() ?? 0, face.max() ?? 0) }
  var median: Float { Self.median(pose + hands + face) }

  static func median(_ values: [Float]) -> Float { values.isEmpty ? 0 : values.sorted()[values.count / 2] }

  var summary: String {
    func text(_ values: [Float]) -> String { "\(values.max() ?? 0) (median \(Self.median(values)))" }
    return
      "pose \(text(pose)), hands \(text(hands)), face \(text(face)), z \(depth), certainty \(certainty), world \(poseWorld) m, "
      + "hands' world \(handWorld) m, blendshapes \(blendshapes), mask mean \(maskMean), grid \(maskGrid), only one has: "
      + "\(mismatches)"
  }
}
