import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// Poses, as the folder `golden` records them.
enum PoseRecord: RecordedTask {
  struct Options: Decodable, Hashable {
    let numPoses: Int?
    let minPoseDetectionConfidence: Float?
    let minPosePresenceConfidence: Float?
    let minTrackingConfidence: Float?
    let outputSegmentationMasks: Bool?
  }

  struct MaskSummary: Decodable {
    let width: Int
    let height: Int
    let mean: Float
    let grid64: String?

    /// 64 x 64 box averages.
    var grid: [Float]? {
      grid64.flatMap { Data(base64Encoded: $0) }.map { data in
        stride(from: 0, to: data.count - 1, by: 2).map { (offset: Int) -> Float in
          let value = Int(data[offset]) + Int(data[offset + 1]) * 256
          return Float(value) / 65535
        }
      }
    }
  }

  struct Frame: Decodable {
    let frame: Int
    let timestampMs: Int?
    let landmarks: [[[Float?]]]
    let worldLandmarks: [[[Float?]]]
    let segmentationMasks: [MaskSummary]?
  }
}

typealias PoseGolden = RecordedResult<PoseRecord>

extension PoseGolden {
  static func all(mode: String) throws -> [PoseGolden] { try all(".pose-", mode: mode) }

  func poseOptions(_ runningMode: RunningMode) throws -> PoseLandmarkerOptions {
    let task = PoseLandmarkerOptions()
    task.baseOptions.modelAssetPath = try ModelFile.path(model.file)
    task.runningMode = runningMode
    if let value = options.numPoses { task.numPoses = value }
    if let value = options.minPoseDetectionConfidence { task.minPoseDetectionConfidence = value }
    if let value = options.minPosePresenceConfidence { task.minPosePresenceConfidence = value }
    if let value = options.minTrackingConfidence { task.minTrackingConfidence = value }
    task.shouldOutputSegmentationMasks = options.outputSegmentationMasks ?? false
    return task
  }
}
