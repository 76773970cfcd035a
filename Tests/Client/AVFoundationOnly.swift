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

func capture(
  from url: URL, to delegate: any AVCaptureVideoDataOutputSampleBufferDelegate, on queue: DispatchQueue
) throws -> AVCaptureSession? {
  guard let camera = AVCaptureDevice(url: url) ?? AVCaptureDevice.default(for: .video) else { return nil }
  let session = AVCaptureSession()
  let input = try AVCaptureDeviceInput(device: camera)
  let output = AVCaptureVideoDataOutput()
  output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
  output.setSampleBufferDelegate(delegate, queue: queue)
  guard session.canAddInput(input), session.canAddOutput(output) else { return nil }
  session.addInput(input)
  session.addOutput(output)
  queue.async { session.startRunning() }
  return session
}

func pictures(of generator: AVAssetImageGenerator, at times: [CMTime]) async -> [CGImage] {
  generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }) { _, _, _, result, _ in
    if result == .failed { generator.cancelAllCGImageGeneration() }
  }
  var pictures: [CGImage] = []
  for await result in generator.images(for: times) {
    if let image = try? result.image { pictures.append(image) }
  }
  return pictures
}

func frame(of image: CGImage, in view: CGRect) -> CGRect {
  AVMakeRect(aspectRatio: CGSize(width: image.width, height: image.height), insideRect: view)
}

func uprightSize(of url: URL) async throws -> CGSize? {
  let asset = AVURLAsset(url: url)
  guard let track = try await asset.loadTracks(withMediaType: .video).first else { return nil }
  let (size, transform) = try await track.load(.naturalSize, .preferredTransform)
  let upright = size.applying(transform)
  return CGSize(width: abs(upright.width), height: abs(upright.height))
}

func summary(of asset: AVAsset) async throws -> String {
  let seconds = (try? await asset.load(.duration).seconds) ?? .zero
  let rate = try await asset.loadTracks(withMediaType: .video).first?.load(.nominalFrameRate) ?? 30
  if let length = try? await asset.load(.duration).seconds, length > 60 {
    print(try await asset.load(.duration).seconds)
  }
  let (tracks, duration) = try await asset.load(.tracks, .duration)
  return "\(seconds) s, \(rate) frames a second, \(tracks.count) tracks, \(duration.value)"
}

func frameCount(of asset: AVAsset) -> Int {
  guard let track = asset.tracks(withMediaType: .video).first else { return 0 }
  return Int(Float(track.timeRange.duration.seconds) * track.nominalFrameRate)
}

func forEachFrame(of url: URL, _ body: (CMSampleBuffer) -> Void) async throws {
  let asset = AVURLAsset(url: url)
  guard let track = try await asset.loadTracks(withMediaType: .video).first else { return }
  let reader = try AVAssetReader(asset: asset)
  let output = AVAssetReaderTrackOutput(
    track: track, outputSettings: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
  output.alwaysCopiesSampleData = false
  guard reader.canAdd(output) else { return }
  reader.add(output)
  guard reader.startReading() else { throw reader.error ?? CancellationError() }
  while let sample = output.copyNextSampleBuffer() { autoreleasepool { body(sample) } }
  if reader.status == .failed, let error = reader.error { throw error }
}

func camera(_ position: AVCaptureDevice.Position) -> AVCaptureDevice? {
  let session = AVCaptureDevice.DiscoverySession(
    deviceTypes: [.builtInTrueDepthCamera, .builtInDualCamera, .builtInWideAngleCamera], mediaType: .video,
    position: position)
  return session.devices.first { $0.position == position }
}

func watch(_ session: AVCaptureSession) -> [any NSObjectProtocol] {
  let center = NotificationCenter.default
  let failures = center.addObserver(forName: .AVCaptureSessionRuntimeError, object: session, queue: nil) { note in
    guard let error = note.userInfo?[AVCaptureSessionErrorKey] as? AVError else { return }
    if error.code == .mediaServicesWereReset { print("start again") }
  }
  let interruptions = center.addObserver(
    forName: .AVCaptureSessionWasInterrupted, object: session, queue: nil
  ) { note in
    let reason = (note.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int)
      .flatMap(AVCaptureSession.InterruptionReason.init(rawValue:))
    if reason == .videoDeviceInUseByAnotherClient { print("another app has the camera") }
  }
  return [failures, interruptions]
}

func rotate(_ connection: AVCaptureConnection, by angle: CGFloat, isFront: Bool) {
  if connection.isVideoRotationAngleSupported(angle) { connection.videoRotationAngle = angle }
  connection.automaticallyAdjustsVideoMirroring = false
  connection.isVideoMirrored = isFront
}
