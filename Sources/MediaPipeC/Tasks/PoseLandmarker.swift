// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import VisionTasks

private enum PoseLandmarkerInterface: TaskInterface {
  typealias Definition = PoseLandmarker

  static func fields(_ layout: OptionsLayout) -> [OptionField] {
    [
      OptionField("numPoses", .count), OptionField("minPoseDetectionConfidence", .float),
      OptionField("minPosePresenceConfidence", .float), OptionField("minTrackingConfidence", .float),
      OptionField("shouldOutputSegmentationMasks", .toggle),
    ]
  }

  static func make(_ output: PoseLandmarkerResult) -> MpPoseLandmarkerResult {
    let count = UInt32(output.landmarks.count)
    return MpPoseLandmarkerResult(
      segmentation_masks: array(output.segmentationMasks.map(image)),
      segmentation_masks_count: UInt32(output.segmentationMasks.count),
      pose_landmarks: array(output.landmarks.map(MpNormalizedLandmarks.init)), pose_landmarks_count: count,
      pose_world_landmarks: array(output.worldLandmarks.map(MpLandmarks.init)), pose_world_landmarks_count: count)
  }

  static func free(_ result: MpPoseLandmarkerResult) {
    release(result.segmentation_masks, result.segmentation_masks_count) { MpImageFree($0) }
    release(result.pose_landmarks, result.pose_landmarks_count) { $0.release() }
    release(result.pose_world_landmarks, result.pose_world_landmarks_count) { $0.release() }
  }
}

@c @implementation public func MpPoseLandmarkerCreate(
  _ options: UnsafePointer<MpPoseLandmarkerOptions>?, _ landmarker: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { PoseLandmarkerInterface.create(options, landmarker, message) }

@c @implementation public func MpPoseLandmarkerDetectImage(
  _ landmarker: MpPoseLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ result: UnsafeMutablePointer<MpPoseLandmarkerResult>?, _ message: ErrorMessage?
) -> MpStatus { PoseLandmarkerInterface.process(landmarker, image, options, result, message) }

@c @implementation public func MpPoseLandmarkerDetectForVideo(
  _ landmarker: MpPoseLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ result: UnsafeMutablePointer<MpPoseLandmarkerResult>?, _ message: ErrorMessage?
) -> MpStatus { PoseLandmarkerInterface.process(landmarker, image, options, at: timestamp, result, message) }

@c @implementation public func MpPoseLandmarkerDetectAsync(
  _ landmarker: MpPoseLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ message: ErrorMessage?
) -> MpStatus { PoseLandmarkerInterface.sendFrame(landmarker, image, options, timestamp, message) }

@c @implementation public func MpPoseLandmarkerCloseResult(_ result: UnsafeMutablePointer<MpPoseLandmarkerResult>?) {
  PoseLandmarkerInterface.closeResult(result, empty: MpPoseLandmarkerResult())
}

@c @implementation public func MpPoseLandmarkerClose(
  _ landmarker: MpPoseLandmarkerPtr?, _ message: ErrorMessage?
) -> MpStatus { PoseLandmarkerInterface.close(landmarker, message) }

@c @implementation public func VisionPoseLandmarkerCreate(
  _ options: UnsafePointer<MpPoseLandmarkerOptions>?, _ smooths: Bool, _ landmarker: ObjectPlace?,
  _ message: ErrorMessage?
) -> MpStatus {
  PoseLandmarkerInterface.create(options, landmarker, message) { $0.shouldSmoothLandmarks = smooths }
}
