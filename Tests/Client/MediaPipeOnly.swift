import MediaPipeTasksVision

// What the guides' one import has to bring: Foundation, and all that pictures can come from.
final class Processor: NSObject, GestureRecognizerLiveStreamDelegate {
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: Error?
  ) {}
}

func options(delegate: Processor) -> GestureRecognizerOptions {
  let options = GestureRecognizerOptions()
  options.baseOptions.modelAssetPath = Bundle.main.path(forResource: "gesture_recognizer", ofType: "task")
  options.runningMode = .liveStream
  options.gestureRecognizerLiveStreamDelegate = delegate
  return options
}

func images(_ picture: UIImage, _ buffer: CVPixelBuffer, _ sample: CMSampleBuffer) throws -> [MPImage] {
  [
    try MPImage(uiImage: picture), try MPImage(uiImage: picture, orientation: .right), try MPImage(pixelBuffer: buffer),
    try MPImage(pixelBuffer: buffer, orientation: .left), try MPImage(sampleBuffer: sample),
    try MPImage(sampleBuffer: sample, orientation: .down),
  ]
}

func corner(of detection: Detection) -> CGPoint { detection.boundingBox.origin }

func similarity(_ first: UIImage, _ second: UIImage, options: ImageEmbedderOptions) throws -> Double {
  options.l2Normalize = true
  options.quantize = false
  let embedder = try ImageEmbedder(options: options)
  let results = try [first, second].map { try embedder.embed(image: MPImage(uiImage: $0)) }
  let embeddings = results.compactMap(\.embeddingResult.embeddings.first)
  let similarity = try ImageEmbedder.cosineSimilarity(embedding1: embeddings[0], embedding2: embeddings[1])
  return similarity.doubleValue
}

func numbers(of embedding: Embedding) -> [Float] {
  (embedding.floatEmbedding ?? embedding.quantizedEmbedding ?? []).map(\.floatValue)
}
