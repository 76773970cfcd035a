// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import VisionTasks

private enum FaceDetectorInterface: TaskInterface {
  typealias Definition = FaceDetector

  static func fields(_ layout: OptionsLayout) -> [OptionField] {
    [OptionField("minDetectionConfidence", .float), OptionField("minSuppressionThreshold", .float)]
  }

  static func make(_ output: FaceDetectorResult) -> MpDetectionResult { MpDetectionResult(output.detections) }

  static func free(_ result: MpDetectionResult) { result.release() }
}

@c @implementation public func MpFaceDetectorCreate(
  _ options: UnsafePointer<MpFaceDetectorOptions>?, _ detector: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { FaceDetectorInterface.create(options, detector, message) }

@c @implementation public func MpFaceDetectorDetectImage(
  _ detector: MpFaceDetectorPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ result: UnsafeMutablePointer<MpDetectionResult>?, _ message: ErrorMessage?
) -> MpStatus { FaceDetectorInterface.process(detector, image, options, result, message) }

@c @implementation public func MpFaceDetectorDetectForVideo(
  _ detector: MpFaceDetectorPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ result: UnsafeMutablePointer<MpDetectionResult>?, _ message: ErrorMessage?
) -> MpStatus { FaceDetectorInterface.process(detector, image, options, at: timestamp, result, message) }

@c @implementation public func MpFaceDetectorDetectAsync(
  _ detector: MpFaceDetectorPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ message: ErrorMessage?
) -> MpStatus { FaceDetectorInterface.sendFrame(detector, image, options, timestamp, message) }

@c @implementation public func MpFaceDetectorCloseResult(_ result: UnsafeMutablePointer<MpDetectionResult>?) {
  FaceDetectorInterface.closeResult(result, empty: MpDetectionResult())
}

@c @implementation public func MpFaceDetectorClose(
  _ detector: MpFaceDetectorPtr?, _ message: ErrorMessage?
) -> MpStatus { FaceDetectorInterface.close(detector, message) }
