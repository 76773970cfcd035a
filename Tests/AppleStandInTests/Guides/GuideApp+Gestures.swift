import MediaPipeTasksVision

extension GuideApp {
  static func gestures(in image: UIImage, numHands: Int) throws -> GestureRecognizerResult {
    let (minHandDetectionConfidence, minHandPresenceConfidence) = (Float(0.5), Float(0.5))
    let minHandTrackingConfidence: Float = 0.5

    // guide 000, snippet 1
    let modelPath = Bundle.main.path(
      forResource: "gesture_recognizer",
      ofType: "task")

    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .image
    options.minHandDetectionConfidence = minHandDetectionConfidence
    options.minHandPresenceConfidence = minHandPresenceConfidence
    options.minTrackingConfidence = minHandTrackingConfidence
    options.numHands = numHands

    let gestureRecognizer = try GestureRecognizer(options: options)
    // end of the guide's code

    // guide 000, snippet 4
    // Load an image on the user's device as an iOS `UIImage` object.

    // Convert the `UIImage` object to a MediaPipe's Image object having the default
    // orientation `UIImage.Orientation.up`.
    let image = try MPImage(uiImage: image)
    // end of the guide's code

    // guide 000, snippet 7
    let result = try gestureRecognizer.recognize(image: image)
    // end of the guide's code
    return result
  }

  static func gestures(in pixelBuffer: CVPixelBuffer, numHands: Int, timestamp: Int) throws -> GestureRecognizerResult {
    let (minHandDetectionConfidence, minHandPresenceConfidence) = (Float(0.5), Float(0.5))
    let minHandTrackingConfidence: Float = 0.5

    // guide 000, snippet 2
    let modelPath = Bundle.main.path(
      forResource: "gesture_recognizer",
      ofType: "task")

    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .video
    options.minHandDetectionConfidence = minHandDetectionConfidence
    options.minHandPresenceConfidence = minHandPresenceConfidence
    options.minTrackingConfidence = minHandTrackingConfidence
    options.numHands = numHands

    let gestureRecognizer = try GestureRecognizer(options: options)
    // end of the guide's code

    // guide 000, snippet 5
    // Obtain a CVPixelBuffer.

    // Convert the `CVPixelBuffer` object to a MediaPipe's Image object having the default
    // orientation `UIImage.Orientation.up`.
    let image = try MPImage(pixelBuffer: pixelBuffer)
    // end of the guide's code

    // guide 000, snippet 8
    let result = try gestureRecognizer.recognize(
      videoFrame: image,
      timestampInMilliseconds: timestamp)
    // end of the guide's code
    return result
  }

  /// The guide's class does nothing with the results; what is given back is that its call went through.
  static func sendGestures(in sampleBuffer: CMSampleBuffer, numHands: Int, timestamp: Int) throws -> GestureRecognizer {
    let (minHandDetectionConfidence, minHandPresenceConfidence) = (Float(0.5), Float(0.5))
    let minHandTrackingConfidence: Float = 0.5

    // guide 000, snippet 3
    // Class that conforms to the `GestureRecognizerLiveStreamDelegate` protocol and
    // implements the method that the gesture recognizer calls once it finishes
    // performing recognizing hand gestures in each input frame.
    class GestureRecognizerResultProcessor: NSObject, GestureRecognizerLiveStreamDelegate {

      func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer,
        didFinishRecognition result: GestureRecognizerResult?,
        timestampInMilliseconds: Int,
        error: Error?
      ) {

        // Process the gesture recognizer result or errors here.

      }
    }

    let modelPath = Bundle.main.path(
      forResource: "gesture_recognizer",
      ofType: "task")

    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .liveStream
    options.minHandDetectionConfidence = minHandDetectionConfidence
    options.minHandPresenceConfidence = minHandPresenceConfidence
    options.minTrackingConfidence = minHandTrackingConfidence
    options.numHands = numHands

    // Assign an object of the class to the `gestureRecognizerLiveStreamDelegate`
    // property.
    let processor = GestureRecognizerResultProcessor()
    options.gestureRecognizerLiveStreamDelegate = processor

    let gestureRecognizer = try GestureRecognizer(options: options)
    // end of the guide's code

    // guide 000, snippet 6
    // Obtain a CMSampleBuffer.

    // Convert the `CMSampleBuffer` object to a MediaPipe's Image object having the default
    // orientation `UIImage.Orientation.up`.
    let image = try MPImage(sampleBuffer: sampleBuffer)
    // end of the guide's code

    // guide 000, snippet 9
    try gestureRecognizer.recognizeAsync(
      image: image,
      timestampInMilliseconds: timestamp)
    // end of the guide's code
    return gestureRecognizer
  }
}
