import AVFoundation
import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import UIKit
import VisionMedia

/// A camera's images in an app, written as iOS apps have it.
private final class CameraFeedService: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
  // Safe to share: what was seen is touched under the condition's lock only.
  private let session = AVCaptureSession()
  private lazy var videoDataOutput = AVCaptureVideoDataOutput()
  private let sessionQueue = DispatchQueue(label: "session")
  private let condition = NSCondition()
  private var buffers: [CMSampleBuffer] = []
  private var drops: [CMSampleBuffer] = []
  /// Runs in the delegate's call, with the number of the image.
  var whileBusy: @Sendable (Int) -> Void = { _ in }

  var output: AVCaptureVideoDataOutput { videoDataOutput }
  var isRunning: Bool { session.isRunning }
  var captureSession: AVCaptureSession { session }

  func configure(_ device: AVCaptureDevice?) -> Bool {
    guard AVCaptureDevice.authorizationStatus(for: .video) == .authorized else { return false }
    session.sessionPreset = .high
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    return addVideoDeviceInput(device) && addVideoDataOutput()
  }

  private func addVideoDeviceInput(_ device: AVCaptureDevice?) -> Bool {
    guard let camera = device, let videoDeviceInput = try? AVCaptureDeviceInput(device: camera),
      session.canAddInput(videoDeviceInput)
    else { return false }
    session.addInput(videoDeviceInput)
    return true
  }

  private func addVideoDataOutput() -> Bool {
    let sampleBufferQueue = DispatchQueue(label: "sampleBufferQueue")
    videoDataOutput.setSampleBufferDelegate(self, queue: sampleBufferQueue)
    videoDataOutput.alwaysDiscardsLateVideoFrames = true
    videoDataOutput.videoSettings = [String(kCVPixelBufferPixelFormatTypeKey): kCMPixelFormat_32BGRA]
    guard session.canAddOutput(videoDataOutput) else { return false }
    session.addOutput(videoDataOutput)
    videoDataOutput.connection(with: .video)?.videoOrientation = .portrait
    return true
  }

  func start() { sessionQueue.async { self.session.startRunning() } }
  func stop() { sessionQueue.sync { self.session.stopRunning() } }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    let number = condition.withLock {
      buffers.append(sampleBuffer)
      condition.broadcast()
      return buffers.count - 1
    }
    whileBusy(number)
  }

  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    condition.withLock { drops.append(sampleBuffer) }
  }

  /// The images so far, after waiting for so many, half a minute at most.
  func seen(_ count: Int) -> [CMSampleBuffer] {
    let end = Date(timeIntervalSinceNow: 30)
    return condition.withLock {
      while buffers.count < count, condition.wait(until: end) {}
      return buffers
    }
  }

  var dropped: [CMSampleBuffer] { condition.withLock { drops } }
}

/// A notification's arrival. Sendable since what changes is touched under the condition's lock only.
private final class Arrivals: @unchecked Sendable {
  private let condition = NSCondition()
  private var errors: [any Error] = []
  private var count = 0
  private var observer: (any NSObjectProtocol)?

  init(_ name: NSNotification.Name, of session: AVCaptureSession) {
    observer = NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { [weak self] note in
      let error = note.userInfo?[AVCaptureSessionErrorKey] as? any Error
      self?.note(error)
    }
  }

  deinit { observer.map { NotificationCenter.default.removeObserver($0) } }

  private func note(_ error: (any Error)?) {
    condition.withLock {
      count += 1
      if let error { errors.append(error) }
      condition.broadcast()
    }
  }

  /// Waits for the first one, half a minute at most.
  func wait() -> (count: Int, error: NSError?) {
    let end = Date(timeIntervalSinceNow: 30)
    return condition.withLock {
      while count == 0, condition.wait(until: end) {}
      return (count, errors.first.map { $0 as NSError })
    }
  }
}

@Suite("Capture sessions", .timeLimit(.minutes(5)))
struct CaptureTests {
  private let service = CameraFeedService()

  private func milliseconds(_ buffers: [CMSampleBuffer]) -> [Int] {
    let times = buffers.map { Int(CMSampleBufferGetPresentationTimeStamp($0).seconds * 1000 + 0.5) }
    return times.map { $0 - (times.first ?? 0) }
  }

  @Test("A camera's images come with size, BGRA pixels and rising times, on one queue, until the session stops")
  func camera() throws {
    let device = try #require(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=96x64:rate=50,realtime"))
    #expect(device.hasMediaType(.video) && !device.hasMediaType(.audio))
    #expect(service.configure(device))
    #expect(!service.captureSession.canAddOutput(service.output))
    #expect(service.output.connection(with: .audio) == nil && service.output.connection(with: .video) != nil)
    service.start()
    let buffers = service.seen(10)
    service.stop()
    #expect(!service.isRunning)
    #expect(buffers.count >= 10)
    let times = milliseconds(buffers)
    #expect(times == times.sorted() && Set(times).count == times.count)
    let reader = try Camera(device: "lavfi:testsrc2=size=96x64:rate=50")
    let first = try #require(try reader.next())
    let pixels = try #require(CMSampleBufferGetImageBuffer(buffers[0]))
    #expect(CVPixelBufferGetPixelFormatType(pixels) == kCVPixelFormatType_32BGRA)
    #expect((CVPixelBufferGetWidth(pixels), CVPixelBufferGetHeight(pixels)) == (96, 64))
    CVPixelBufferLockBaseAddress(pixels, .readOnly)
    let bgra = try #require(CVPixelBufferGetBaseAddress(pixels)).assumingMemoryBound(to: UInt8.self)
    let corner = (0..<4).map { bgra[50 * 4 + $0 + 20 * CVPixelBufferGetBytesPerRow(pixels)] }
    CVPixelBufferUnlockBaseAddress(pixels, .readOnly)
    let rgb = first.image.withUnsafeBytes { bytes in (0..<3).map { bytes[20 * first.image.bytesPerRow + 150 + $0] } }
    #expect(corner == [rgb[2], rgb[1], rgb[0], 255])
    // Nothing follows.
    let count = service.seen(0).count
    Thread.sleep(forTimeInterval: 0.2)
    #expect(service.seen(0).count == count)
    // A second start goes on with later times.
    service.start()
    let all = service.seen(count + 3)
    service.stop()
    #expect(milliseconds(all) == milliseconds(all).sorted())
  }

  @Test(
    "A session asked for 4:2:0 delivers it, with colours that come back within three levels",
    arguments: [
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    ])
  func planar(format: OSType) throws {
    // An odd size, and areas of one colour whose edges lie between squares of four pixels.
    let source = "lavfi:color=0xc83214:size=33x17:rate=20,format=rgb24,drawbox=w=16:h=8:color=0x1464f0:t=fill,realtime"
    #expect(service.configure(AVCaptureDevice(uniqueID: source)))
    service.output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: format]
    service.start()
    let buffer = try #require(service.seen(1).first)
    service.stop()
    let pixels = try #require(buffer.imageBuffer)
    #expect(CVPixelBufferGetPixelFormatType(pixels) == format && CVPixelBufferGetPlaneCount(pixels) == 2)
    #expect(service.output.availableVideoPixelFormatTypes.contains(format))
    let image = try MPImage(sampleBuffer: buffer).imageBuffer
    #expect((image.width, image.height) == (33, 17))
    let expected = try #require(try Camera(device: source).next()).image
    var largest = 0
    // Not where chroma is interpolated between the areas, from four of its rows and columns.
    for row in 0..<17 where !(5...10).contains(row) {
      for column in 0..<33 where !(13...18).contains(column) {
        let (mine, other) = (PlainPixels.pixel(image, column, row), PlainPixels.pixel(expected, column, row))
        for (one, two) in [(mine.0, other.0), (mine.1, other.1), (mine.2, other.2)] {
          largest = max(largest, abs(Int(one) - Int(two)))
        }
      }
    }
    #expect(largest <= 3)
  }

  @Test("Images that come while the delegate is busy are dropped, and it hears of each")
  func lateFrames() throws {
    service.whileBusy = { number in if number == 0 { Thread.sleep(forTimeInterval: 0.4) } }
    #expect(
      service.configure(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=64x48:rate=25:duration=1.2,realtime")))
    let stopped = Arrivals(.AVCaptureSessionDidStopRunning, of: service.captureSession)
    service.start()
    #expect(stopped.wait().count == 1)
    Thread.sleep(forTimeInterval: 0.1)
    let (delivered, dropped) = (service.seen(1), service.dropped)
    #expect(delivered.count + dropped.count == 30)
    #expect(dropped.count >= 5)
    #expect(dropped.allSatisfy { CMSampleBufferGetImageBuffer($0) == nil && $0.formatDescription != nil })
    #expect(throws: TasksError.self) { try MPImage(sampleBuffer: dropped[0]) }
    let times = (delivered + dropped).map(\.presentationTimeStamp.seconds).sorted()
    #expect(Set(times).count == 30)
  }

  @Test("Images wait for a busy delegate where late ones are not discarded, and none is lost")
  func waitingFrames() throws {
    service.whileBusy = { number in if number % 10 == 0 { Thread.sleep(forTimeInterval: 0.1) } }
    #expect(service.configure(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=64x48:rate=100:duration=0.5,realtime")))
    service.output.alwaysDiscardsLateVideoFrames = false
    service.start()
    #expect(milliseconds(service.seen(50)) == (0..<50).map { $0 * 10 })
    #expect(service.dropped.isEmpty)
  }

  @Test("Stopping ends at once while the delegate is busy and images wait for it")
  func stopWhileBusy() throws {
    service.whileBusy = { _ in Thread.sleep(forTimeInterval: 2) }
    #expect(service.configure(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=64x48:rate=100,realtime")))
    service.output.alwaysDiscardsLateVideoFrames = false
    service.start()
    #expect(service.seen(1).count == 1)
    let start = Date()
    service.stop()
    #expect(Date().timeIntervalSince(start) < 1.5)
    #expect(!service.isRunning)
  }

  @Test("The delegate may remove its output and stop the session while an image waits for it")
  func stopFromDelegate() throws {
    let session = service.captureSession
    let (output, isOver) = (service.output, DispatchSemaphore(value: 0))
    service.whileBusy = { number in
      guard number == 0 else { return }
      // The next image waits by then.
      Thread.sleep(forTimeInterval: 0.1)
      session.removeOutput(output)
      session.stopRunning()
      isOver.signal()
    }
    #expect(service.configure(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=64x48:rate=100,realtime")))
    output.alwaysDiscardsLateVideoFrames = false
    service.start()
    #expect(isOver.wait(timeout: .now() + 20) == .success)
    #expect(!service.isRunning)
  }

  @Test("Images are mirrored where the connection says so")
  func mirrored() throws {
    let source = "lavfi:color=red:size=32x16:rate=20,drawbox=w=16:h=16:color=blue:t=fill,realtime"
    #expect(service.configure(AVCaptureDevice(uniqueID: source)))
    let connection = try #require(service.output.connection(with: .video))
    #expect(connection.isVideoMirroringSupported && !connection.isVideoOrientationSupported)
    #expect(connection.automaticallyAdjustsVideoMirroring && connection.videoRotationAngle == 0)
    #expect([0, 90, 180].map { connection.isVideoRotationAngleSupported($0) } == [true, false, false])
    connection.automaticallyAdjustsVideoMirroring = false
    connection.videoRotationAngle = 90
    #expect(!connection.automaticallyAdjustsVideoMirroring && connection.videoRotationAngle == 90)
    connection.isVideoMirrored = true
    service.start()
    let pixels = try #require(service.seen(1).first?.imageBuffer)
    service.stop()
    CVPixelBufferLockBaseAddress(pixels, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(pixels, .readOnly) }
    let bgra = try #require(CVPixelBufferGetBaseAddress(pixels)).assumingMemoryBound(to: UInt8.self)
    #expect(bgra[2] > 200 && bgra[0] < 60)
    #expect(bgra[31 * 4] > 200 && bgra[31 * 4 + 2] < 60)
  }

  @Test("What cannot start says why, and leaves the session as it was")
  func errors() throws {
    #expect(AVCaptureDevice(uniqueID: "/dev/video-none") == nil)
    #expect(AVCaptureDevice(uniqueID: "") == nil)
    #expect(AVCaptureDevice(url: URL(fileURLWithPath: "/nowhere.mp4")) == nil)
    #expect(AVCaptureDevice.default(for: .audio) == nil)
    func failure(_ change: (CameraFeedService) -> Void) throws -> NSError {
      let service = CameraFeedService()
      change(service)
      let arrivals = Arrivals(.AVCaptureSessionRuntimeError, of: service.captureSession)
      service.start()
      let error = try #require(arrivals.wait().error)
      #expect(!service.isRunning)
      return error
    }
    #expect(try failure { _ in }.code == 9)
    #expect(try failure { _ = $0.configure(AVCaptureDevice(uniqueID: "/dev/null")) }.code == 3)
    let other = try failure { service in
      _ = service.configure(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=64x48:rate=20,realtime"))
      service.output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: 0x18 as OSType]
    }
    #expect(other.code == 12 && other.localizedDescription.contains("kCVPixelFormatType_32BGRA"))
  }

  #if os(Linux)
    @Test("Without threads a session ends with an error rather than wait for images for ever")
    func noThreads() async {
      await #expect(processExitsWith: .success) {
        let service = CameraFeedService()
        #expect(service.configure(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=64x48:rate=50,realtime")))
        let arrivals = Arrivals(.AVCaptureSessionRuntimeError, of: service.captureSession)
        try #require(ThreadLimit.forbidThreads())
        service.captureSession.startRunning()
        #expect(arrivals.wait().error?.localizedDescription.contains("cannot be started") == true)
        #expect(!service.isRunning)
      }
    }
  #endif

  @Test("A session that is let go lets its camera go")
  func release() throws {
    weak var released: AVCaptureSession?
    do {
      let service = CameraFeedService()
      released = service.captureSession
      #expect(service.configure(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=64x48:rate=50,realtime")))
      service.start()
      #expect(!service.seen(2).isEmpty)
    }
    let end = Date(timeIntervalSinceNow: 20)
    while released != nil, Date() < end { Thread.sleep(forTimeInterval: 0.01) }
    #expect(released == nil)
  }
}

@Suite("Capture sessions and tasks", .needs(.shared))
struct CaptureGuideTests {
  /// The guide's live stream: the camera's sample buffers to the task, its results to the delegate.
  private final class Processor: NSObject, GestureRecognizerLiveStreamDelegate,
    AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable
  {
    // Safe to share: the recognizer is set before the session starts, the rest is touched under the condition's lock only.
    var gestureRecognizer: GestureRecognizer?
    private let condition = NSCondition()
    private var hands = 0

    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
      let time = Int(CMSampleBufferGetPresentationTimeStamp(sampleBuffer).seconds * 1000)
      guard let image = try? MPImage(sampleBuffer: sampleBuffer) else { return }
      try? gestureRecognizer?.recognizeAsync(image: image, timestampInMilliseconds: time)
    }

    func gestureRecognizer(
      _ gestureRecognizer: GestureRecognizer,
      didFinishRecognition result: GestureRecognizerResult?,
      timestampInMilliseconds: Int,
      error: Error?
    ) {
      condition.withLock {
        hands += result?.gestures.count ?? 0
        condition.broadcast()
      }
    }

    /// The hands so far, after waiting for the first one, a minute at most.
    func handCount() -> Int {
      let end = Date(timeIntervalSinceNow: 60)
      return condition.withLock {
        while hands == 0, condition.wait(until: end) {}
        return hands
      }
    }
  }

  @Test("The guide's live stream finds the hands of a video that plays in place of a camera, to its end")
  func guide() throws {
    let processor = Processor()
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.model("gesture_recognizer.task")
    options.runningMode = .liveStream
    options.gestureRecognizerLiveStreamDelegate = processor
    processor.gestureRecognizer = try GestureRecognizer(options: options)
    let session = AVCaptureSession()
    let url = URL(fileURLWithPath: try SharedFolder.media("trio_pan.mp4"))
    let device = try #require(AVCaptureDevice(url: url))
    session.addInput(try AVCaptureDeviceInput(device: device))
    let output = AVCaptureVideoDataOutput()
    output.setSampleBufferDelegate(processor, queue: DispatchQueue(label: "camera"))
    session.addOutput(output)
    let stopped = Arrivals(.AVCaptureSessionDidStopRunning, of: session)
    let start = Date()
    session.startRunning()
    #expect(session.isRunning)
    #expect(processor.handCount() > 0)
    #expect(stopped.wait().count == 1)
    #expect(!session.isRunning)
    // A file plays at its own pace.
    let duration = try #require(try VideoReader(contentsOfFile: url.path).duration)
    #expect(Date().timeIntervalSince(start) > 0.8 * duration)
  }
}
