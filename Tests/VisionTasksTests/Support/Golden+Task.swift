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

extension HandRecord.Options.Classifier {
  var classifierOptions: ClassifierOptions {
    let result = ClassifierOptions()
    if let scoreThreshold { result.scoreThreshold = scoreThreshold }
    if let maxResults { result.maxResults = maxResults }
    result.categoryAllowlist = categoryAllowlist
    result.categoryDenylist = categoryDenylist
    return result
  }
}
