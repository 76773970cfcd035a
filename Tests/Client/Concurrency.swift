import MediaPipeTasksVision
import UIKit

// Tasks, delegates and results in strict Swift 6 code; a warning is an error here.

func requireSendable<Value: Sendable>(_: Value.Type) {}

func sendability() {
  requireSendable(GestureRecognizer.self)
  requireSendable(ObjectDetector.self)
  requireSendable(PoseLandmarker.self)
  requireSendable(HandLandmarker.self)
  requireSendable(ImageEmbedder.self)
  requireSendable(GestureRecognizerResult.self)
  requireSendable(ObjectDetectorResult.self)
  requireSendable(PoseLandmarkerResult.self)
  requireSendable(HandLandmarkerResult.self)
  requireSendable(ImageEmbedderResult.self)
  requireSendable(Detection.self)
  requireSendable(NormalizedLandmark.self)
  requireSendable(Mask.self)
  requireSendable(MPImage.self)
  requireSendable(UIImage.self)
}

/// An actor that owns a task and gives its results away.
actor Recognizer {
  private let recognizer: GestureRecognizer

  init(modelPath: String?) throws { recognizer = try GestureRecognizer(modelPath: modelPath) }

  func gestures(in picture: UIImage) throws -> GestureRecognizerResult {
    try recognizer.recognize(image: MPImage(uiImage: picture))
  }
}

/// A screen on the main actor that is a delegate itself.
@MainActor
final class Screen: NSObject, ObjectDetectorLiveStreamDelegate, PoseLandmarkerLiveStreamDelegate {
  private var detector: ObjectDetector?
  private(set) var names: [String] = []
  private(set) var people = 0

  func start(modelPath: String?) throws {
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = .liveStream
    options.objectDetectorLiveStreamDelegate = self
    detector = try ObjectDetector(options: options)
  }

  func take(_ sample: CMSampleBuffer, at milliseconds: Int) throws {
    try detector?.detectAsync(image: MPImage(sampleBuffer: sample), timestampInMilliseconds: milliseconds)
  }

  nonisolated func objectDetector(
    _ objectDetector: ObjectDetector, didFinishDetection result: ObjectDetectorResult?, timestampInMilliseconds: Int,
    error: Error?
  ) {
    guard let result else { return }
    Task { @MainActor in names = result.detections.compactMap { $0.categories.first?.categoryName } }
  }

  nonisolated func poseLandmarker(
    _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?, timestampInMilliseconds: Int,
    error: Error?
  ) {
    guard let result else { return }
    DispatchQueue.main.async { self.people = result.landmarks.count }
  }
}

/// Pictures worked on side by side, off the caller's actor.
func gestures(in pictures: [UIImage], modelPath: String?) async throws -> [GestureRecognizerResult] {
  try await withThrowingTaskGroup(of: GestureRecognizerResult.self) { group in
    for picture in pictures {
      group.addTask { try await Recognizer(modelPath: modelPath).gestures(in: picture) }
    }
    return try await group.reduce(into: []) { $0.append($1) }
  }
}

/// Calls of MediaPipe's names in an asynchronous function, as iOS apps have them: they take no `await`.
func unchanged(picture: UIImage, options: PoseLandmarkerOptions) async throws -> [Int] {
  await Task.yield()
  let image = try MPImage(uiImage: picture)
  let landmarker = try PoseLandmarker(options: options)
  let result = try landmarker.detect(image: image)
  let later = Task.detached {
    await Task.yield()
    return try landmarker.detect(image: image).landmarks.count
  }
  return [result.landmarks.count, try await later.value]
}

/// A service that blocks no thread.
actor Poses {
  private let landmarker: PoseLandmarker
  private let pool: TaskPool<MPImage, PoseLandmarkerResult>

  init(_ options: PoseLandmarkerOptions, modelPath: String?) async throws {
    landmarker = try await PoseLandmarker(options)
    pool = try TaskPool {
      let task = try PoseLandmarker(modelPath: modelPath)
      return { image in try task.detect(image: image) }
    }
  }

  func people(in image: MPImage) async throws -> Int { try await landmarker.detect(image).landmarks.count }

  func people(in images: [MPImage]) async throws -> [ObjectIdentifier: Int] {
    var counts: [ObjectIdentifier: Int] = [:]
    for try await item in pool.results(for: images) {
      counts[ObjectIdentifier(item.input)] = try item.result.get().landmarks.count
    }
    return counts
  }

  func people(in images: AsyncStream<MPImage>) async throws -> Int {
    try await landmarker.results(for: images).reduce(0) { try $0 + $1.result.landmarks.count }
  }
}
