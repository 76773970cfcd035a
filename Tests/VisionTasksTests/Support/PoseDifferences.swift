import MediaPipeTasksVision
import TestSupport

/// How far a pose result lies from MediaPipe's, field by field; the largest of one or several cases.
struct PoseDifferences: Sendable {
  var xy: [Float] = []
  var z: Float = 0
  var world: Float = 0
  var certainty: Float = 0
  var maskMean: Float = 0
  var maskGrid: Float = 0
  var countMismatch = 0

  mutating func add(_ result: PoseLandmarkerResult, _ golden: PoseGolden.Frame) {
    guard result.landmarks.count == golden.landmarks.count else {
      countMismatch += abs(result.landmarks.count - golden.landmarks.count)
      return
    }
    for person in result.landmarks.indices {
      for (ours, theirs) in zip(result.landmarks[person], golden.landmarks[person]) {
        xy += [abs(ours.x - (theirs[0] ?? .nan)), abs(ours.y - (theirs[1] ?? .nan))]
        z = max(z, abs(ours.z - (theirs[2] ?? .nan)))
        certainty = max(
          certainty, abs((ours.visibility?.floatValue ?? .nan) - (theirs[3] ?? .nan)),
          abs((ours.presence?.floatValue ?? .nan) - (theirs[4] ?? .nan)))
      }
      for (ours, theirs) in zip(result.worldLandmarks[person], golden.worldLandmarks[person]) {
        world = max(
          world, abs(ours.x - (theirs[0] ?? .nan)), abs(ours.y - (theirs[1] ?? .nan)),
          abs(ours.z - (theirs[2] ?? .nan)))
      }
      guard let mask = golden.segmentationMasks?[person] else { continue }
      let ours = result.segmentationMasks[person]
      if ours.width != mask.width || ours.height != mask.height { countMismatch += 1 }
      maskMean = max(maskMean, abs(ours.mean - mask.mean))
      if let grid = mask.grid { maskGrid = max(maskGrid, zip(ours.grid64, grid).map { abs($0 - $1) }.max() ?? 0) }
    }
  }

  var largestXY: Float { xy.max() ?? 0 }
  var medianXY: Float { xy.isEmpty ? 0 : xy.sorted()[xy.count / 2] }

  /// Whether a still image's result is as close as it has to be.
  var isWithinBounds: Bool {
    countMismatch == 0 && largestXY <= 0.001 && medianXY < 0.0001 && certainty <= 0.01 && world <= 0.001
      && maskMean <= 0.001 && maskGrid <= 0.02
  }

  var summary: String {
    "x, y \(largestXY) (median \(medianXY)), z \(z), world \(world) m, visibility and presence \(certainty), "
      + "mask mean \(maskMean), grid \(maskGrid), people \(countMismatch)"
  }
}
