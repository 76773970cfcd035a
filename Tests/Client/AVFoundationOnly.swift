import AVFoundation

// What `import AVFoundation` alone has to bring.
func firstPictures(of url: URL, every seconds: Double) async throws -> [CGImage] {
  let asset = AVURLAsset(url: url)
  let generator = AVAssetImageGenerator(asset: asset)
  generator.appliesPreferredTrackTransform = true
  generator.maximumSize = CGSize(width: 640, height: 640)
  generator.requestedTimeToleranceBefore = .zero
  generator.requestedTimeToleranceAfter = .zero
  let duration = try await asset.load(.duration)
  var pictures = [try await generator.image(at: .zero).image]
  var time = CMTime(seconds: seconds, preferredTimescale: 600)
  while time < duration {
    var actual = CMTime.invalid
    pictures.append(try generator.copyCGImage(at: time, actualTime: &actual))
    time = time + CMTime(seconds: seconds, preferredTimescale: 600)
  }
  return pictures
}

func isMirrored(_ camera: AVCaptureDevice.Position, _ orientation: AVCaptureVideoOrientation) -> Bool {
  camera == .front && orientation == .portrait
}
