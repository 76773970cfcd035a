import AVFoundation
import Testing
import UIKit
import VisionCore

@testable import AppleBase

/// A phone's cameras, how it is held, and what may happen to both.
@Suite struct DeviceTests {
  @Test("They have Apple's numbers")
  func numbers() {
    #expect((0...6).compactMap(UIDeviceOrientation.init(rawValue:)).filter(\.isLandscape).map(\.rawValue) == [3, 4])
    #expect((0...6).compactMap(UIDeviceOrientation.init(rawValue:)).filter(\.isPortrait).map(\.rawValue) == [1, 2])
    #expect((0...6).compactMap(UIDeviceOrientation.init(rawValue:)).filter(\.isFlat).map(\.rawValue) == [5, 6])
    #expect(AVCaptureDevice.Position.back.rawValue == 1 && AVCaptureDevice.Position.front.rawValue == 2)
    #expect(AVCaptureVideoOrientation.landscapeRight.rawValue == 3)
    #expect(AVCaptureVideoOrientation(rawValue: 4) == .landscapeLeft)
    #expect(UIImage.Orientation.rightMirrored.rawValue == 7)
  }

  @Test("An app's switch over them needs no default")
  func switches() {
    func imageOrientation(_ device: UIDeviceOrientation, _ camera: AVCaptureDevice.Position) -> UIImage.Orientation {
      switch device {
      case .portrait: camera == .front ? .leftMirrored : .right
      case .landscapeLeft: camera == .front ? .downMirrored : .up
      case .portraitUpsideDown: camera == .front ? .rightMirrored : .left
      case .landscapeRight: camera == .front ? .upMirrored : .down
      case .faceDown, .faceUp, .unknown: .up
      }
    }
    #expect(imageOrientation(.portrait, .back) == .right)
    #expect(imageOrientation(.landscapeRight, .front) == .upMirrored)
  }

  @Test("A computer counts as held so that its buffers are upright; a program may say otherwise")
  func orientation() {
    #expect(UIDevice.current.orientation == .landscapeLeft)
    // Not the current one, which other tests ask at the same time.
    let device = UIDevice()
    device.orientation = .portrait
    #expect(device.orientation == .portrait && device.orientation.isPortrait)
  }

  @Test("A change of the orientation is posted while a program asks for that, and only then")
  func notifications() {
    let device = UIDevice()
    let count = Locked(0)
    let observer = NotificationCenter.default.addObserver(
      forName: UIDevice.orientationDidChangeNotification, object: device, queue: nil
    ) { note in
      let orientation = (note.object as? UIDevice)?.orientation
      count.withLock { $0 += orientation == .portrait ? 1 : 100 }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    device.orientation = .faceUp
    device.beginGeneratingDeviceOrientationNotifications()
    #expect(device.isGeneratingDeviceOrientationNotifications)
    device.orientation = .portrait
    device.orientation = .portrait
    #expect(count.withLock { $0 } == 1)
    device.endGeneratingDeviceOrientationNotifications()
    device.endGeneratingDeviceOrientationNotifications()
    #expect(!device.isGeneratingDeviceOrientationNotifications)
    device.orientation = .landscapeRight
    #expect(count.withLock { $0 } == 1 && device.orientation == .landscapeRight)
  }

  @Test("Interruptions and Apple's errors have their numbers; the errors here are others")
  func errors() {
    #expect((1...5).compactMap(AVCaptureSession.InterruptionReason.init(rawValue:)).count == 5)
    #expect(AVCaptureSession.InterruptionReason.videoDeviceInUseByAnotherClient.rawValue == 3)
    #expect(AVCaptureSession.wasInterruptedNotification == .AVCaptureSessionWasInterrupted)
    #expect(AVError.Code.mediaServicesWereReset.rawValue == -11819)
    let error: any Error = TasksError(.unavailableError, "busy")
    #expect(error as? AVError == nil && AVError(_nsError: error as NSError).code == .unknown)
    let reset = AVError(.mediaServicesWereReset)
    #expect(AVError(_nsError: reset as NSError) == reset && (reset as NSError).domain == AVFoundationErrorDomain)
  }

  @Test("The environment chooses the default camera")
  func environment() throws {
    let variable = "VISION_CAMERA"
    let before = ProcessInfo.processInfo.environment[variable]
    defer {
      if let before { setenv(variable, before, 1) } else { unsetenv(variable) }
    }
    setenv(variable, "lavfi:testsrc2=size=64x48:rate=20,realtime", 1)
    let camera = try #require(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front))
    #expect(camera.uniqueID == "lavfi:testsrc2=size=64x48:rate=20,realtime" && camera.position == .front)
    #expect(AVCaptureDevice.default(for: .video)?.position == .unspecified)
    func devices(_ types: [AVCaptureDevice.DeviceType], _ media: AVMediaType? = .video) -> [AVCaptureDevice] {
      AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: media, position: .back).devices
    }
    #expect(devices([.builtInDualCamera, .builtInWideAngleCamera]).map(\.uniqueID) == [camera.uniqueID])
    #expect(devices([.external], nil).map(\.position) == [.back])
    #expect(devices([]).isEmpty && devices([.external], .audio).isEmpty)
    setenv(variable, "/nowhere.mp4", 1)
    #expect(AVCaptureDevice.default(for: .video) == nil && devices([.external]).isEmpty)
  }

  @Test("A device delivers no more images than its shortest frame duration allows", .timeLimit(.minutes(1)))
  func frameDuration() throws {
    let device = try #require(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=64x48:rate=30:duration=1,realtime"))
    try device.lockForConfiguration()
    #expect(!device.activeVideoMinFrameDuration.isValid && !device.activeVideoMaxFrameDuration.isValid)
    device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 10)
    device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 10)
    #expect(device.activeVideoMaxFrameDuration == device.activeVideoMinFrameDuration)
    device.unlockForConfiguration()
    let times = try Recorder.times(of: device)
    #expect(times.map { $0 - times[0] } == [0, 100, 200, 300, 400, 500, 600, 700, 800, 900])
    device.activeVideoMinFrameDuration = .invalid
    #expect(try Recorder.times(of: device).count == 30)
  }
}

/// Notes the times of a session's images, in milliseconds, until the device ends.
private final class Recorder: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
  private let times = Locked<[Int]>([])

  static func times(of device: AVCaptureDevice) throws -> [Int] {
    let (recorder, session, output) = (Recorder(), AVCaptureSession(), AVCaptureVideoDataOutput())
    let queue = DispatchQueue(label: "recorder")
    output.alwaysDiscardsLateVideoFrames = false
    output.setSampleBufferDelegate(recorder, queue: queue)
    session.addInput(try AVCaptureDeviceInput(device: device))
    session.addOutput(output)
    session.startRunning()
    while session.isRunning { Thread.sleep(forTimeInterval: 0.01) }
    return queue.sync { recorder.times.withLock { $0 } }
  }

  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {
    times.withLock { $0.append(Int((sampleBuffer.presentationTimeStamp.seconds * 1000).rounded())) }
  }
}
