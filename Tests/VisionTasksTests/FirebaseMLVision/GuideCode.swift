import Firebase

/// What the guide shows, put into functions: this file has no other import than the guide's.
enum GuideCode {
  /// What the guide's first step, to add Firebase to the app, puts at the app's start.
  static func configure() {
    FirebaseApp.configure()
  }

  static func liveOptions() -> VisionObjectDetectorOptions {
    let options = VisionObjectDetectorOptions()
    options.detectorMode = .stream
    options.shouldEnableMultipleObjects = false
    options.shouldEnableClassification = true  // Optional
    return options
  }

  static func stillOptions() -> VisionObjectDetectorOptions {
    let options = VisionObjectDetectorOptions()
    options.detectorMode = .singleImage
    options.shouldEnableMultipleObjects = true
    options.shouldEnableClassification = true  // Optional
    return options
  }

  static func detectors(_ options: VisionObjectDetectorOptions) -> [VisionObjectDetector] {
    var detectors: [VisionObjectDetector] = []
    do {
      let objectDetector = Vision.vision().objectDetector()
      detectors.append(objectDetector)
    }
    let objectDetector = Vision.vision().objectDetector(options: options)
    return detectors + [objectDetector]
  }

  static func imageOrientation(
    deviceOrientation: UIDeviceOrientation,
    cameraPosition: AVCaptureDevice.Position
  ) -> VisionDetectorImageOrientation {
    switch deviceOrientation {
    case .portrait:
      return cameraPosition == .front ? .leftTop : .rightTop
    case .landscapeLeft:
      return cameraPosition == .front ? .bottomLeft : .topLeft
    case .portraitUpsideDown:
      return cameraPosition == .front ? .rightBottom : .leftBottom
    case .landscapeRight:
      return cameraPosition == .front ? .topRight : .bottomRight
    case .faceDown, .faceUp, .unknown:
      return .leftTop
    }
  }

  static func image(of uiImage: UIImage) -> VisionImage {
    let image = VisionImage(image: uiImage)
    return image
  }

  static func image(of sampleBuffer: CMSampleBuffer) -> VisionImage {
    let cameraPosition = AVCaptureDevice.Position.back  // Set to the capture device you used.
    let metadata = VisionImageMetadata()
    metadata.orientation = imageOrientation(
      deviceOrientation: UIDevice.current.orientation,
      cameraPosition: cameraPosition
    )
    let image = VisionImage(buffer: sampleBuffer)
    image.metadata = metadata
    return image
  }

  static func process(
    _ image: VisionImage, by objectDetector: VisionObjectDetector, found: @escaping @Sendable ([VisionObject]) -> Void,
    nothing: @escaping @Sendable ((any Error)?) -> Void
  ) {
    objectDetector.process(image) { detectedObjects, error in
      guard error == nil else {
        nothing(error)
        return
      }
      guard let detectedObjects = detectedObjects, !detectedObjects.isEmpty else {
        nothing(nil)
        return
      }
      found(detectedObjects)
    }
  }

  static func results(in image: VisionImage, by objectDetector: VisionObjectDetector) -> [VisionObject]? {
    var results: [VisionObject]? = nil
    do {
      results = try objectDetector.results(in: image)
    } catch let error {
      print("Failed to detect object with error: \(error.localizedDescription).")
      return nil
    }
    guard let detectedObjects = results, !detectedObjects.isEmpty else {
      print("Object detector returned no results.")
      return nil
    }
    return detectedObjects
  }

  static func describe(_ detectedObjects: [VisionObject]) -> [String] {
    var lines: [String] = []
    for obj in detectedObjects {
      let bounds = obj.frame
      let id = obj.trackingID

      // If classification was enabled:
      let category = obj.classificationCategory
      let confidence = obj.confidence
      lines.append("\(bounds) \(id?.intValue ?? -1) \(category) \(confidence?.floatValue ?? -1)")
    }
    return lines
  }
}
