import MediaPipeTasksVision

extension GuideApp {
  static func poses(in image: UIImage, numPoses: Int) throws -> PoseLandmarkerResult {
    let (minPoseDetectionConfidence, minPosePresenceConfidence) = (Float(0.5), Float(0.5))
    let minTrackingConfidence: Float = 0.5

    // guide 002, snippet 1
    let modelPath = Bundle.main.path(
      forResource: "pose_landmarker",
      ofType: "task")

    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .image
    options.minPoseDetectionConfidence = minPoseDetectionConfidence
    options.minPosePresenceConfidence = minPosePresenceConfidence
    options.minTrackingConfidence = minTrackingConfidence
    options.numPoses = numPoses

    let poseLandmarker = try PoseLandmarker(options: options)
    // end of the guide's code

    // guide 002, snippet 4
    // Load an image on the user's device as an iOS `UIImage` object.

    // Convert the `UIImage` object to a MediaPipe's Image object having the default
    // orientation `UIImage.Orientation.up`.
    let image = try MPImage(uiImage: image)
    // end of the guide's code

    // guide 002, snippet 7
    let result = try poseLandmarker.detect(image: image)
    // end of the guide's code
    return result
  }

  static func poses(in pixelBuffer: CVPixelBuffer, numPoses: Int, timestamp: Int) throws -> PoseLandmarkerResult {
    let (minPoseDetectionConfidence, minPosePresenceConfidence) = (Float(0.5), Float(0.5))
    let minTrackingConfidence: Float = 0.5

    // guide 002, snippet 2
    let modelPath = Bundle.main.path(
      forResource: "pose_landmarker",
      ofType: "task")

    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .video
    options.minPoseDetectionConfidence = minPoseDetectionConfidence
    options.minPosePresenceConfidence = minPosePresenceConfidence
    options.minTrackingConfidence = minTrackingConfidence
    options.numPoses = numPoses

    let poseLandmarker = try PoseLandmarker(options: options)
    // end of the guide's code

    // guide 002, snippet 5
    // Obtain a CVPixelBuffer.

    // Convert the `CVPixelBuffer` object to a MediaPipe's Image object having the default
    // orientation `UIImage.Orientation.up`.
    let image = try MPImage(pixelBuffer: pixelBuffer)
    // end of the guide's code

    // guide 002, snippet 8
    let result = try poseLandmarker.detect(
      videoFrame: image,
      timestampInMilliseconds: timestamp)
    // end of the guide's code
    return result
  }

  /// The guide's class does nothing with the results; what is given back is that its call went through.
  static func sendPoses(in sampleBuffer: CMSampleBuffer, numPoses: Int, timestamp: Int) throws -> PoseLandmarker {
    let (minPoseDetectionConfidence, minPosePresenceConfidence) = (Float(0.5), Float(0.5))
    let minTrackingConfidence: Float = 0.5

    // guide 002, snippet 3
    // Class that conforms to the `PoseLandmarkerLiveStreamDelegate` protocol and
    // implements the method that the pose landmarker calls once it finishes
    // performing pose landmark detection in each input frame.
    class PoseLandmarkerResultProcessor: NSObject, PoseLandmarkerLiveStreamDelegate {

      func poseLandmarker(
        _ poseLandmarker: PoseLandmarker,
        didFinishDetection result: PoseLandmarkerResult?,
        timestampInMilliseconds: Int,
        error: Error?
      ) {

        // Process the pose landmarker result or errors here.

      }
    }

    let modelPath = Bundle.main.path(
      forResource: "pose_landmarker",
      ofType: "task")

    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .liveStream
    options.minPoseDetectionConfidence = minPoseDetectionConfidence
    options.minPosePresenceConfidence = minPosePresenceConfidence
    options.minTrackingConfidence = minTrackingConfidence
    options.numPoses = numPoses

    // Assign an object of the class to the `poseLandmarkerLiveStreamDelegate`
    // property.
    let processor = PoseLandmarkerResultProcessor()
    options.poseLandmarkerLiveStreamDelegate = processor

    let poseLandmarker = try PoseLandmarker(options: options)
    // end of the guide's code

    // guide 002, snippet 6
    // Obtain a CMSampleBuffer.

    // Convert the `CMSampleBuffer` object to a MediaPipe's Image object having the default
    // orientation `UIImage.Orientation.up`.
    let image = try MPImage(sampleBuffer: sampleBuffer)
    // end of the guide's code

    // guide 002, snippet 9
    try poseLandmarker.detectAsync(
      image: image,
      timestampInMilliseconds: timestamp)
    // end of the guide's code
    return poseLandmarker
  }
}
