import MediaPipeTasksVision

extension GuideApp {
  static func objects(in image: UIImage) throws -> ObjectDetectorResult {
    // guide 001, snippet 1
    let modelPath = Bundle.main.path(
      forResource: "model",
      ofType: "tflite")

    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .image
    options.maxResults = 5

    let objectDetector = try ObjectDetector(options: options)
    // end of the guide's code

    // guide 001, snippet 4
    // Load an image on the user's device as an iOS `UIImage` object.

    // Convert the `UIImage` object to a MediaPipe's Image object having the default
    // orientation `UIImage.Orientation.up`.
    let image = try MPImage(uiImage: image)
    // end of the guide's code

    // guide 001, snippet 7
    let result = try objectDetector.detect(image: image)
    // end of the guide's code
    return result
  }

  static func objects(in pixelBuffer: CVPixelBuffer) throws -> ObjectDetectorResult {
    // guide 001, snippet 2
    let modelPath = Bundle.main.path(
      forResource: "model",
      ofType: "tflite")

    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .video
    options.maxResults = 5

    let objectDetector = try ObjectDetector(options: options)
    // end of the guide's code

    // guide 001, snippet 5
    // Obtain a CVPixelBuffer.

    // Convert the `CVPixelBuffer` object to a MediaPipe's Image object having the default
    // orientation `UIImage.Orientation.up`.
    let image = try MPImage(pixelBuffer: pixelBuffer)
    // end of the guide's code

    // guide 001, snippet 8
    let result = try objectDetector.detect(videoFrame: image)
    // end of the guide's code
    return result
  }

  /// The guide's class does nothing with the results; what is given back is that its call went through.
  static func sendObjects(in sampleBuffer: CMSampleBuffer) throws -> ObjectDetector {
    // guide 001, snippet 3
    // Class that conforms to the `ObjectDetectorLiveStreamDelegate` protocol and
    // implements the method that the object detector calls once it
    // finishes performing detection on each input frame.
    class ObjectDetectorResultProcessor: NSObject, ObjectDetectorLiveStreamDelegate {

      func objectDetector(
        _ objectDetector: ObjectDetector,
        didFinishDetection objectDetectionResult: ObjectDetectorResult?,
        timestampInMilliseconds: Int,
        error: Error?
      ) {
        // Process the detection result or errors here.
      }
    }

    let modelPath = Bundle.main.path(
      forResource: "model",
      ofType: "tflite")

    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .liveStream
    options.maxResults = 5

    // Assign an object of the class to the `objectDetectorLiveStreamDelegate`
    // property.
    let processor = ObjectDetectorResultProcessor()
    options.objectDetectorLiveStreamDelegate = processor

    let objectDetector = try ObjectDetector(options: options)
    // end of the guide's code

    // guide 001, snippet 6
    // Obtain a CMSampleBuffer.

    // Convert the `CMSampleBuffer` object to a MediaPipe's Image object having the default
    // orientation `UIImage.Orientation.up`.
    let image = try MPImage(sampleBuffer: sampleBuffer)
    // end of the guide's code

    // guide 001, snippet 9
    try objectDetector.detectAsync(image: image)
    // end of the guide's code
    return objectDetector
  }
}
