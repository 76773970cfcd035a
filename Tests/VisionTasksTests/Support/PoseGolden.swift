import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// One of MediaPipe's own pose results, as the folder `golden` records them.
struct PoseGolden: RecordedResult {
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

  let `case`: String
  let mode: String
  let media: String
  let pixelFormat: String
  let pixelSha256: String
  let rotationDegrees: Int
  let model: Golden.Model
  let options: Options
  let frames: [Frame]

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

extension Mask {
  /// The mean of all pixels.
  var mean: Float {
    var sum = 0.0
    for index in 0..<width * height { sum += Double(float32Data[index]) }
    return Float(sum / Double(width * height))
  }

  /// Box averages over 64 x 64 cells, pixels weighted by their part inside a cell.
  var grid64: [Float] {
    let columns = Self.shares(width)
    let rows = Self.shares(height)
    var grid = [Double](repeating: 0, count: 64 * 64)
    for y in 0..<height {
      var line = [Double](repeating: 0, count: 64)
      for x in 0..<width {
        for (cell, share) in columns[x] { line[cell] += share * Double(float32Data[y * width + x]) }
      }
      for (cell, share) in rows[y] { for x in 0..<64 { grid[cell * 64 + x] += share * line[x] } }
    }
    return grid.map(Float.init)
  }

  /// For each pixel the cells it lies in and its part of their area.
  private static func shares(_ size: Int) -> [[(Int, Double)]] {
    (0..<size).map { pixel in
      let first = pixel * 64 / size
      return (first...min(63, (pixel + 1) * 64 / size)).compactMap { cell in
        let low = max(Double(cell) * Double(size) / 64, Double(pixel))
        let high = min(Double(cell + 1) * Double(size) / 64, Double(pixel + 1))
        return high > low ? (cell, (high - low) * 64 / Double(size)) : nil
      }
    }
  }
}
