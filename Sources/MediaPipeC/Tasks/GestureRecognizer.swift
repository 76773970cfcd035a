// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import VisionTasks

private enum GestureRecognizerInterface: TaskInterface {
  typealias Definition = GestureRecognizer

  static func fields(_ layout: OptionsLayout) -> [OptionField] {
    OptionField.hands
      + ["canned", "custom"].flatMap { kind in
        let name = layout == .short ? kind + "_gesture_classifier_options" : nil
        return OptionField.categories(of: OptionField.Name(kind + "GesturesClassifierOptions", name))
      }
  }

  static func make(_ output: GestureRecognizerResult) -> MpGestureRecognizerResult {
    // MediaPipe's form: programs read the first category of each element, and some take all for gestures of the hand.
    let gestures = output.gestures.filter { !$0.isEmpty }.map { Array($0.prefix(1)) }
    if gestures.isEmpty { return MpGestureRecognizerResult() }
    let count = UInt32(output.landmarks.count)
    return MpGestureRecognizerResult(
      gestures: array(gestures.map(MpCategories.init)), gestures_count: UInt32(gestures.count),
      handedness: array(output.handedness.map(MpCategories.init)), handedness_count: count,
      hand_landmarks: array(output.landmarks.map(MpNormalizedLandmarks.init)), hand_landmarks_count: count,
      hand_world_landmarks: array(output.worldLandmarks.map(MpLandmarks.init)), hand_world_landmarks_count: count)
  }

  static func free(_ result: MpGestureRecognizerResult) {
    release(result.gestures, result.gestures_count) { $0.release() }
    release(result.handedness, result.handedness_count) { $0.release() }
    release(result.hand_landmarks, result.hand_landmarks_count) { $0.release() }
    release(result.hand_world_landmarks, result.hand_world_landmarks_count) { $0.release() }
  }
}

@c @implementation public func MpGestureRecognizerCreate(
  _ options: UnsafePointer<MpGestureRecognizerOptions>?, _ recognizer: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { GestureRecognizerInterface.create(options, recognizer, message) }

@c @implementation public func MpGestureRecognizerRecognizeImage(
  _ recognizer: MpGestureRecognizerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ result: UnsafeMutablePointer<MpGestureRecognizerResult>?, _ message: ErrorMessage?
) -> MpStatus { GestureRecognizerInterface.process(recognizer, image, options, result, message) }

@c @implementation public func MpGestureRecognizerRecognizeForVideo(
  _ recognizer: MpGestureRecognizerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ result: UnsafeMutablePointer<MpGestureRecognizerResult>?, _ message: ErrorMessage?
) -> MpStatus { GestureRecognizerInterface.process(recognizer, image, options, at: timestamp, result, message) }

@c @implementation public func MpGestureRecognizerRecognizeAsync(
  _ recognizer: MpGestureRecognizerPtr?, _ image: MpImagePtr?, _ options: UnsafePointer<MpImageProcessingOptions>?,
  _ timestamp: Int64, _ message: ErrorMessage?
) -> MpStatus { GestureRecognizerInterface.sendFrame(recognizer, image, options, timestamp, message) }

@c @implementation public func MpGestureRecognizerCloseResult(
  _ result: UnsafeMutablePointer<MpGestureRecognizerResult>?
) {
  GestureRecognizerInterface.closeResult(result, empty: MpGestureRecognizerResult())
}

@c @implementation public func MpGestureRecognizerClose(
  _ recognizer: MpGestureRecognizerPtr?, _ message: ErrorMessage?
) -> MpStatus { GestureRecognizerInterface.close(recognizer, message) }
