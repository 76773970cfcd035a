import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionCatalog
import VisionMedia

extension Golden {
  /// The options that the result was made with.
  func gestureOptions(_ runningMode: RunningMode) throws -> GestureRecognizerOptions {
    let task = GestureRecognizerOptions()
    task.baseOptions.modelAssetPath = try ModelFile.path(model.file)
    task.runningMode = runningMode
    if let value = options.numHands { task.numHands = value }
    if let value = options.minHandDetectionConfidence { task.minHandDetectionConfidence = value }
    if let value = options.minHandPresenceConfidence { task.minHandPresenceConfidence = value }
    if let value = options.minTrackingConfidence { task.minTrackingConfidence = value }
    task.cannedGesturesClassifierOptions = options.cannedGestureClassifierOptions?.classifierOptions
    task.customGesturesClassifierOptions = options.customGestureClassifierOptions?.classifierOptions
    return task
  }
}

extension Golden.Options.Classifier {
  var classifierOptions: ClassifierOptions {
    let result = ClassifierOptions()
    if let scoreThreshold { result.scoreThreshold = scoreThreshold }
    if let maxResults { result.maxResults = maxResults }
    result.categoryAllowlist = categoryAllowlist
    result.categoryDenylist = categoryDenylist
    return result
  }
}

extension ImageBuffer {
  /// The bytes of the rows without their padding.
  var packedBytes: [UInt8] {
    withUnsafeBytes { bytes in
      (0..<height).flatMap { bytes[$0 * bytesPerRow..<$0 * bytesPerRow + width * format.bytesPerPixel] }
    }
  }

  /// RGB without alpha; gray replicated. What the results' `pixelSha256` was taken over.
  func droppingAlphaForGolden() throws -> ImageBuffer {
    let pixels = packedBytes
    switch format {
    case .rgb: return self
    case .gray:
      return try ImageBuffer(
        copying: pixels.flatMap { [$0, $0, $0] }, width: width, height: height, format: .rgb)
    case .rgba, .bgra:
      let order = format == .rgba ? [0, 1, 2] : [2, 1, 0]
      let rgb = (0..<width * height).flatMap { pixel in order.map { pixels[4 * pixel + $0] } }
      return try ImageBuffer(copying: rgb, width: width, height: height, format: .rgb)
    }
  }

  func sha256() throws -> String { try SHA256Digest.hexadecimal(of: packedBytes) }
}
