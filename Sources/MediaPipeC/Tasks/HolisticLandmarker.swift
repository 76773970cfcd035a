// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import VisionTasks

private enum HolisticLandmarkerInterface: TaskInterface {
  typealias Definition = HolisticLandmarker

  /// In 1.2.2 Python has the fields in another order than the library that it calls, so four of its users' values reach
  /// other options there. Here each reaches its own. It also has other names for three of them.
  static func fields(_ layout: OptionsLayout) -> [OptionField] {
    let isShort = layout == .short
    let face = [
      OptionField("minFaceDetectionConfidence", .float), OptionField("minFaceSuppressionThreshold", .float),
      OptionField("minFacePresenceConfidence", .float, named: isShort ? "min_face_landmarks_confidence" : nil),
    ]
    let pose = [
      OptionField("minPoseDetectionConfidence", .float), OptionField("minPoseSuppressionThreshold", .float),
      OptionField("minPosePresenceConfidence", .float, named: isShort ? "min_pose_landmarks_confidence" : nil),
    ]
    let hands = [OptionField("minHandLandmarksConfidence", .float)]
    return face + (isShort ? pose + hands : hands + pose) + [
      OptionField("outputFaceBlendshapes", .toggle),
      OptionField("outputPoseSegmentationMasks", .toggle, named: isShort ? "output_segmentation_mask" : nil),
    ]
  }

  static func make(_ output: HolisticLandmarkerResult) -> MpHolisticLandmarkerResult {
    MpHolisticLandmarkerResult(
      face_landmarks: MpNormalizedLandmarks(output.faceLandmarks),
      pose_landmarks: MpNormalizedLandmarks(output.poseLandmarks),
      pose_world_landmarks: MpLandmarks(output.poseWorldLandmarks),
      left_hand_landmarks: MpNormalizedLandmarks(output.leftHandLandmarks),
      right_hand_landmarks: MpNormalizedLandmarks(output.rightHandLandmarks),
      left_hand_world_landmarks: MpLandmarks(output.leftHandWorldLandmarks),
      right_hand_world_landmarks: MpLandmarks(output.rightHandWorldLandmarks),
      face_blendshapes: MpCategories(output.faceBlendshapes?.categories ?? []),
      pose_segmentation_mask: output.poseSegmentationMask.flatMap(image))
  }

  static func free(_ result: MpHolisticLandmarkerResult) {
    for landmarks in [
      result.face_landmarks, result.pose_landmarks, result.left_hand_landmarks, result.right_hand_landmarks,
    ] { landmarks.release() }
    for landmarks in [
      result.pose_world_landmarks, result.left_hand_world_landmarks, result.right_hand_world_landmarks,
    ] { landmarks.release() }
    result.face_blendshapes.release()
    MpImageFree(result.pose_segmentation_mask)
  }
}

@c @implementation public func MpHolisticLandmarkerCreate(
  _ options: UnsafePointer<MpHolisticLandmarkerOptions>?, _ landmarker: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { HolisticLandmarkerInterface.create(options, landmarker, message) }

@c @implementation public func MpHolisticLandmarkerDetectImage(
  _ landmarker: MpHolisticLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ result: UnsafeMutablePointer<MpHolisticLandmarkerResult>?, _ message: ErrorMessage?
) -> MpStatus { HolisticLandmarkerInterface.process(landmarker, image, options, result, message) }

@c @implementation public func MpHolisticLandmarkerDetectForVideo(
  _ landmarker: MpHolisticLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ result: UnsafeMutablePointer<MpHolisticLandmarkerResult>?, _ message: ErrorMessage?
) -> MpStatus { HolisticLandmarkerInterface.process(landmarker, image, options, at: timestamp, result, message) }

@c @implementation public func MpHolisticLandmarkerDetectAsync(
  _ landmarker: MpHolisticLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ message: ErrorMessage?
) -> MpStatus { HolisticLandmarkerInterface.sendFrame(landmarker, image, options, timestamp, message) }

@c @implementation public func MpHolisticLandmarkerCloseResult(
  _ result: UnsafeMutablePointer<MpHolisticLandmarkerResult>?
) {
  HolisticLandmarkerInterface.closeResult(result, empty: MpHolisticLandmarkerResult())
}

@c @implementation public func MpHolisticLandmarkerClose(
  _ landmarker: MpHolisticLandmarkerPtr?, _ message: ErrorMessage?
) -> MpStatus { HolisticLandmarkerInterface.close(landmarker, message) }
