import MediaPipeTasksVision

// A service as iOS apps have one for MediaPipe's segmenter: a factory for each running mode, and a delegate.
protocol SegmentationServiceDelegate: AnyObject {
  func segmentationService(_ service: SegmentationService, didFinish mask: Mask?, error: Error?)
}

final class SegmentationService: NSObject, ImageSegmenterLiveStreamDelegate, @unchecked Sendable {
  weak var delegate: SegmentationServiceDelegate?
  private var segmenter: ImageSegmenter?

  init?(modelPath: String?, runningMode: RunningMode) {
    super.init()
    let options = ImageSegmenterOptions()
    options.runningMode = runningMode
    options.baseOptions.modelAssetPath = modelPath
    options.displayNamesLocale = "en"
    options.shouldOutputConfidenceMasks = false
    options.shouldOutputCategoryMask = true
    if runningMode == .liveStream { options.imageSegmenterLiveStreamDelegate = self }
    do {
      segmenter = try ImageSegmenter(options: options)
    } catch {
      print(error)
      return nil
    }
  }

  var names: [String] { segmenter?.labels ?? [] }

  func segment(image: UIImage) -> ImageSegmenterResult? {
    guard let mpImage = try? MPImage(uiImage: image) else { return nil }
    return try? segmenter?.segment(image: mpImage)
  }

  func share(of image: MPImage) -> Float {
    var share: Float = 0
    segmenter?.segment(image: image) { result, error in
      guard error == nil, let mask = result?.categoryMask else { return }
      let codes = UnsafeBufferPointer(start: mask.uint8Data, count: mask.width * mask.height)
      share = Float(codes.filter { $0 == 0 }.count) / Float(codes.count)
    }
    return share
  }

  func segmentAsync(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation, timeStamps: Int) {
    guard let image = try? MPImage(sampleBuffer: sampleBuffer, orientation: orientation) else { return }
    do {
      try segmenter?.segmentAsync(image: image, timestampInMilliseconds: timeStamps)
    } catch {
      print(error)
    }
  }

  func imageSegmenter(
    _ imageSegmenter: ImageSegmenter, didFinishSegmentation result: ImageSegmenterResult?,
    timestampInMilliseconds: Int, error: Error?
  ) {
    delegate?.segmentationService(self, didFinish: result?.categoryMask, error: error)
  }
}

func quality(of result: ImageSegmenterResult) -> [Float] { (result.qualityScores ?? []).map { $0.floatValue } }

func copy(of result: ImageSegmenterResult) -> ImageSegmenterResult {
  ImageSegmenterResult(
    confidenceMasks: result.confidenceMasks, categoryMasks: result.categoryMask, qualityScores: result.qualityScores,
    timestampInMilliseconds: result.timestampInMilliseconds)
}
