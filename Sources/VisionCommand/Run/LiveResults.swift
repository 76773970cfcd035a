import Foundation
import MediaPipeTasksVision
import VisionOutput

/// Collects what a task answers in live-stream mode until the run fetches it.
// Safe to share: the answers are touched under the lock only.
final class LiveResults: NSObject, @unchecked Sendable {
  /// The answer to one frame.
  struct Answer: Sendable {
    let timestampInMilliseconds: Int
    let output: Result<any TaskOutput, any Error>
  }

  private let lock = NSLock()
  private var waiting: [Answer] = []

  /// Gives the answers that came since the last call, in their order.
  func take() -> [Answer] {
    lock.withLock {
      defer { waiting = [] }
      return waiting
    }
  }

  /// Keeps what a task answered for a frame.
  func add(_ output: (any TaskOutput)?, _ timestampInMilliseconds: Int, _ error: (any Error)?) {
    let missing = TasksError.internalFailure("The task gave neither a result nor an error.")
    let result = output.map(Result.success) ?? .failure(error ?? missing)
    lock.withLock { waiting.append(Answer(timestampInMilliseconds: timestampInMilliseconds, output: result)) }
  }
}

extension LiveResults: GestureRecognizerLiveStreamDelegate {
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    add(result, timestampInMilliseconds, error)
  }
}

extension LiveResults: HandLandmarkerLiveStreamDelegate {
  func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    add(result, timestampInMilliseconds, error)
  }
}

extension LiveResults: PoseLandmarkerLiveStreamDelegate {
  func poseLandmarker(
    _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    add(result, timestampInMilliseconds, error)
  }
}

extension LiveResults: ObjectDetectorLiveStreamDelegate {
  func objectDetector(
    _ objectDetector: ObjectDetector, didFinishDetection result: ObjectDetectorResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    add(result, timestampInMilliseconds, error)
  }
}
