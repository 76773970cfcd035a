import CMediaPipe
import TestSupport
import Testing

/// The outcome of a function of the C interface.
struct CCall {
  let status: MpStatus
  /// The message; empty for a call that succeeded.
  let message: String

  init(_ call: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> MpStatus) {
    var message: UnsafeMutablePointer<CChar>?
    status = call(&message)
    self.message = message.map { String(cString: $0) } ?? ""
    MpErrorFree(message)
  }

  func requireSuccess(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try #require(status == kMpOk && message.isEmpty, "\(message)", sourceLocation: sourceLocation)
  }
}

/// An image that is freed with its owner.
///
/// `@unchecked Sendable` is safe because images of the C interface never change.
final class CImage: @unchecked Sendable {
  let pointer: MpImagePtr

  init(contentsOfFile path: String) throws {
    var image: MpImagePtr?
    try CCall { MpImageCreateFromFile(path, &image, $0) }.requireSuccess()
    pointer = try #require(image)
  }

  deinit { MpImageFree(pointer) }
}

/// A hand landmarker in C, closed with its owner.
///
/// `@unchecked Sendable` is safe because each test calls one from one thread.
final class CHandLandmarker: @unchecked Sendable {
  typealias Callback = @convention(c) (MpStatus, UnsafePointer<MpHandLandmarkerResult>?, MpImagePtr?, Int64) -> Void

  private(set) var pointer: MpHandLandmarkerPtr?

  init(_ mode: MpRunningMode = kMpRunningModeImage, hands: Int32 = 2, callback: Callback? = nil) throws {
    let model = try SharedFolder.model("hand_landmarker.task")
    try model.withCString { model in
      var options = MpHandLandmarkerOptions()
      options.base_options.model_asset_path = model
      (options.running_mode, options.num_hands) = (mode, hands)
      options.min_hand_detection_confidence = 0.5
      options.min_hand_presence_confidence = 0.5
      options.min_tracking_confidence = 0.5
      options.result_callback = callback
      try CCall { MpHandLandmarkerCreate(&options, &pointer, $0) }.requireSuccess()
    }
  }

  deinit { try? close() }

  func close() throws {
    guard let task = pointer else { return }
    pointer = nil
    try CCall { MpHandLandmarkerClose(task, $0) }.requireSuccess()
  }

  /// The landmarks of all hands in an image.
  func landmarks(in image: CImage) throws -> [[SIMD3<Float>]] {
    var result = MpHandLandmarkerResult()
    try CCall { MpHandLandmarkerDetectImage(pointer, image.pointer, nil, &result, $0) }.requireSuccess()
    defer {
      MpHandLandmarkerCloseResult(&result)
      // An empty result may be closed, too.
      MpHandLandmarkerCloseResult(&result)
    }
    return UnsafeBufferPointer(start: result.hand_landmarks, count: Int(result.hand_landmarks_count)).map { hand in
      UnsafeBufferPointer(start: hand.landmarks, count: Int(hand.landmarks_count)).map { SIMD3($0.x, $0.y, $0.z) }
    }
  }
}
