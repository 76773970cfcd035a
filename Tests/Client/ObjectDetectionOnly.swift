import FirebaseMLVisionObjectDetection

// What the import of ML Kit's detector alone has to bring.
func categories(in picture: UIImage, _ completion: @escaping @Sendable ([VisionObjectCategory]) -> Void) {
  let options = VisionObjectDetectorOptions()
  options.shouldEnableClassification = true
  Vision.vision().objectDetector(options: options).process(VisionImage(image: picture)) { objects, _ in
    completion(objects?.map(\.classificationCategory) ?? [])
  }
}
