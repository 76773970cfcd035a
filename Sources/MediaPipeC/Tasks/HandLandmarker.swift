// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import VisionTasks

private enum HandLandmarkerInterface: TaskInterface {
  typealias Definition = HandLandmarker

  static func fields(_ layout: OptionsLayout) -> [OptionField] { OptionField.hands }

  static func make(_ output: HandLandmarkerResult) -> MpHandLandmarkerResult {
    let count = UInt32(output.landmarks.count)
    return MpHandLandmarkerResult(
      handedness: array(output.handedness.map(MpCategories.init)), handedness_count: count,
      hand_landmarks: array(output.landmarks.map(MpNormalizedLandmarks.init)), hand_landmarks_count: count,
      hand_world_landmarks: array(output.worldLandmarks.map(MpLandmarks.init)), hand_world_landmarks_count: count)
  }

  static func free(_ result: MpHandLandmarkerResult) {
    release(result.handedness, result.handedness_count) { $0.release() }
    release(result.hand_landmarks, result.hand_landmarks_count) { $0.release() }
    release(result.hand_world_landmarks, result.hand_world_landmarks_count) { $0.release() }
  }
}

@c @implementation public func MpHandLandmarkerCreate(
  _ options: UnsafePointer<MpHandLandmarkerOptions>?, _ landmarker: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { HandLandmarkerInterface.create(options, landmarker, message) }

@c @implementation public func MpHandLandmarkerDetectImage(
  _ landmarker: MpHandLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ result: UnsafeMutablePointer<MpHandLandmarkerResult>?, _ message: ErrorMessage?
) -> MpStatus { HandLandmarkerInterface.process(landmarker, image, options, result, message) }

@c @implementation public func MpHandLandmarkerDetectForVideo(
  _ landmarker: MpHandLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ result: UnsafeMutablePointer<MpHandLandmarkerResult>?, _ message: ErrorMessage?
) -> MpStatus { HandLandmarkerInterface.process(landmarker, image, options, at: timestamp, result, message) }

@c @implementation public func MpHandLandmarkerDetectAsync(
  _ landmarker: MpHandLandmarkerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ message: ErrorMessage?
) -> MpStatus { HandLandmarkerInterface.sendFrame(landmarker, image, options, timestamp, message) }

@c @implementation public func MpHandLandmarkerCloseResult(_ result: UnsafeMutablePointer<MpHandLandmarkerResult>?) {
  HandLandmarkerInterface.closeResult(result, empty: MpHandLandmarkerResult())
}

@c @implementation public func MpHandLandmarkerClose(
  _ landmarker: MpHandLandmarkerPtr?, _ message: ErrorMessage?
) -> MpStatus { HandLandmarkerInterface.close(landmarker, message) }

extension OptionField {
  /// The fields of hands, which recognizers of gestures have, too.
  static let hands = [
    OptionField("numHands", .count), OptionField("minHandDetectionConfidence", .float),
    OptionField("minHandPresenceConfidence", .float), OptionField("minTrackingConfidence", .float),
  ]
}
