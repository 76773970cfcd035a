// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import VisionTasks

private enum ObjectDetectorInterface: TaskInterface {
  typealias Definition = ObjectDetector

  static func fields(_ layout: OptionsLayout) -> [OptionField] { OptionField.categories() }

  static func make(_ output: ObjectDetectorResult) -> MpDetectionResult { MpDetectionResult(output.detections) }

  static func free(_ result: MpDetectionResult) { result.release() }
}

@c @implementation public func MpObjectDetectorCreate(
  _ options: UnsafePointer<MpObjectDetectorOptions>?, _ detector: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { ObjectDetectorInterface.create(options, detector, message) }

@c @implementation public func MpObjectDetectorDetectImage(
  _ detector: MpObjectDetectorPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ result: UnsafeMutablePointer<MpDetectionResult>?, _ message: ErrorMessage?
) -> MpStatus { ObjectDetectorInterface.process(detector, image, options, result, message) }

@c @implementation public func MpObjectDetectorDetectForVideo(
  _ detector: MpObjectDetectorPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ result: UnsafeMutablePointer<MpDetectionResult>?, _ message: ErrorMessage?
) -> MpStatus { ObjectDetectorInterface.process(detector, image, options, at: timestamp, result, message) }

@c @implementation public func MpObjectDetectorDetectAsync(
  _ detector: MpObjectDetectorPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ message: ErrorMessage?
) -> MpStatus { ObjectDetectorInterface.sendFrame(detector, image, options, timestamp, message) }

@c @implementation public func MpObjectDetectorCloseResult(_ result: UnsafeMutablePointer<MpDetectionResult>?) {
  ObjectDetectorInterface.closeResult(result, empty: MpDetectionResult())
}

@c @implementation public func MpObjectDetectorClose(
  _ detector: MpObjectDetectorPtr?, _ message: ErrorMessage?
) -> MpStatus { ObjectDetectorInterface.close(detector, message) }

extension MpDetectionResult {
  init(_ detections: [Detection]) {
    self.init(detections: array(detections.map(MpDetection.init)), detections_count: UInt32(detections.count))
  }

  func release() { MediaPipeC.release(detections, detections_count) { $0.release() } }
}
