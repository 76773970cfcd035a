import FirebaseMLVision
import Foundation
import MediaPipeTasksVision
import VisionCatalog
import VisionMedia

/// A part of the package that runs for a while, from creating its task to releasing it.
enum SoakPart: CaseIterable {
  case gestures, hands, poses, objects, tracking, pool

  /// Runs over frames of a video.
  ///
  /// - Returns: The number of processed frames.
  func run(frames: Int, from video: LoopedVideo, catalog: ModelCatalog) throws -> Int {
    switch self {
    case .gestures:
      let options = GestureRecognizerOptions()
      options.baseOptions.modelAssetPath = try catalog.fetch("gesture_recognizer")
      (options.runningMode, options.numHands) = (.video, 2)
      let task = try GestureRecognizer(options: options)
      return try video.forEach(frames) {
        _ = try task.recognize(videoFrame: MPImage(imageBuffer: $0), timestampInMilliseconds: $1)
      }
    case .hands:
      let options = HandLandmarkerOptions()
      options.baseOptions.modelAssetPath = try catalog.fetch("hand_landmarker")
      options.runningMode = .video
      let task = try HandLandmarker(options: options)
      return try video.forEach(frames) {
        _ = try task.detect(videoFrame: MPImage(imageBuffer: $0), timestampInMilliseconds: $1)
      }
    case .poses:
      let options = PoseLandmarkerOptions()
      options.baseOptions.modelAssetPath = try catalog.fetch("pose_landmarker_lite")
      (options.runningMode, options.shouldOutputSegmentationMasks) = (.video, true)
      let task = try PoseLandmarker(options: options)
      return try video.forEach(frames) {
        _ = try task.detect(videoFrame: MPImage(imageBuffer: $0), timestampInMilliseconds: $1)
      }
    case .objects:
      let task = try detector(threads: 0, catalog, mode: .video)
      return try video.forEach(frames) {
        _ = try task.detect(videoFrame: MPImage(imageBuffer: $0), timestampInMilliseconds: $1)
      }
    case .tracking:
      for name in ["efficientdet_lite0_int8", "efficientnet_lite0"] { try catalog.fetch(name) }
      let options = VisionObjectDetectorOptions()
      (options.detectorMode, options.shouldEnableMultipleObjects, options.shouldEnableClassification) = (
        .stream, true, true
      )
      let task = Vision.vision().objectDetector(options: options)
      return try video.forEach(frames) { image, _ in _ = try task.results(in: VisionImage(imageBuffer: image)) }
    case .pool:
      let pool = try TaskPool(size: 2) {
        let task = try detector(threads: 1, catalog, mode: .image)
        return { (image: ImageBuffer) in try task.detect(image: MPImage(imageBuffer: image)).detections.count }
      }
      let count = try video.forEach(frames) { image, _ in
        pool.submit(image)
        if pool.pendingCount > 4 { _ = try pool.next()?.result.get() }
      }
      while let item = pool.next() { _ = try item.result.get() }
      return count
    }
  }
}

/// An object detector with the catalog's fast model.
private func detector(threads: Int, _ catalog: ModelCatalog, mode: RunningMode) throws -> ObjectDetector {
  let options = ObjectDetectorOptions()
  options.baseOptions.modelAssetPath = try catalog.fetch("efficientdet_lite0_int8")
  options.baseOptions.threadCount = threads
  options.runningMode = mode
  return try ObjectDetector(options: options)
}
