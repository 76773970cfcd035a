import AVFoundation
import Testing
import UIKit

@testable import AppleBase

/// The words for how a phone is held.
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
}
