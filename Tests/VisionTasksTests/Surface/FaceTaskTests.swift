import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionCore
import VisionImaging
import VisionMedia
import VisionPerception

@Suite("Face tasks from Swift")
struct FaceTaskTests {
  private static func options(_ mode: RunningMode = .image) throws -> FaceLandmarkerOptions {
    let options = FaceLandmarkerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/face_landmarker.task")
    options.runningMode = mode
    return options
  }

  @Test("The connections are MediaPipe's, in its order")
  func connections() {
    func ends(_ connections: [Connection]) -> [String] {
      [connections.first, connections.last].map { $0?.description ?? "" } + ["\(connections.count)"]
    }
    #expect(ends(FaceLandmarker.lipsConnections()) == ["61-146", "415-308", "40"])
    #expect(ends(FaceLandmarker.leftEyeConnections()) == ["263-249", "398-362", "16"])
    #expect(ends(FaceLandmarker.leftEyebrowConnections()) == ["276-283", "296-336", "8"])
    #expect(ends(FaceLandmarker.leftIrisConnections()) == ["474-475", "477-474", "4"])
    #expect(ends(FaceLandmarker.rightEyeConnections()) == ["33-7", "173-133", "16"])
    #expect(ends(FaceLandmarker.rightEyebrowConnections()) == ["46-53", "66-107", "8"])
    #expect(ends(FaceLandmarker.rightIrisConnections()) == ["469-470", "472-469", "4"])
    #expect(ends(FaceLandmarker.faceOvalConnections()) == ["10-338", "109-10", "36"])
    #expect(ends(FaceLandmarker.contoursConnections()) == ["61-146", "109-10", "132"])
    #expect(ends(FaceLandmarker.tesselationConnections()) == ["127-34", "255-339", "2556"])
    #expect(ends(FaceLandmarker.faceConnections()) == ["61-146", "255-339", "2688"])
    #expect(Set(FaceLandmarker.tesselationConnections().flatMap { [$0.start, $0.end] }) == Set(0..<468))
  }

  @Test("A matrix keeps its values column after column and is read by row and column")
  func matrices() {
    let matrix = TransformMatrix(data: [1, 2, 3, 4, 5, 6], rows: 2, columns: 3)
    #expect(matrix.rows == 2 && matrix.columns == 3 && matrix.values == [1, 2, 3, 4, 5, 6])
    #expect(matrix.value(atRow: 1, column: 0) == 2 && matrix.value(atRow: 0, column: 2) == 5)
    #expect(matrix.value(atRow: 2, column: 0).isNaN && matrix.value(atRow: 0, column: 3).isNaN)
    #expect(matrix == TransformMatrix(data: [1, 2, 3, 4, 5, 6], rows: 2, columns: 3))
    #expect(matrix != TransformMatrix(data: [1, 2, 3, 4, 5, 6], rows: 3, columns: 2))
    #expect((0..<6).map { matrix.data.advanced(by: $0).pointee } == [1, 2, 3, 4, 5, 6])
    #expect(
      "\(String(reflecting: matrix))" == "TransformMatrix(rows: 2, columns: 3, values: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0])")
  }

  @Test("Results come back from JSON without loss, with and without blendshapes, matrices and scores")
  func codable() throws {
    func returns(_ result: FaceLandmarkerResult) throws -> Bool {
      try JSONDecoder().decode(FaceLandmarkerResult.self, from: JSONEncoder().encode(result)) == result
    }
    let points = [NormalizedLandmark(x: 0.1, y: 1 / 3, z: -5.4e-7, visibility: nil, presence: nil)]
    let shapes = Classifications(
      headIndex: 0, categories: [ResultCategory(index: 0, score: 1e-6, categoryName: "_neutral", displayName: nil)])
    let matrix = TransformMatrix(data: (0..<16).map { Float($0) / 3 }, rows: 4, columns: 4)
    #expect(
      try returns(
        FaceLandmarkerResult(
          faceLandmarks: [points, points], faceBlendshapes: [shapes, shapes],
          facialTransformationMatrixes: [matrix, matrix], faceScores: [0.9, 0.6], timestampInMilliseconds: 40)))
    #expect(
      try returns(
        FaceLandmarkerResult(
          faceLandmarks: [points], faceBlendshapes: [], facialTransformationMatrixes: [], faceScores: [1],
          timestampInMilliseconds: 0)))
    #expect(
      try returns(
        FaceLandmarkerResult(
          faceLandmarks: [], faceBlendshapes: [], facialTransformationMatrixes: [], timestampInMilliseconds: 7)))
  }

  @Test("Tracked faces keep their places when the detector finds them in another order")
  func order() {
    func rect(_ x: Float) -> RotatedRegion {
      RotatedRegion(xCenter: x, yCenter: 0.5, width: 0.2, height: 0.2, rotation: 0)
    }
    var rects = [rect(0.81), rect(0.5), rect(0.11), rect(0.3)]
    FaceRegions.keepOrder(of: [rect(0.1), rect(0.3), rect(0.8)], in: &rects, threshold: 0.5)
    #expect(rects == [rect(0.11), rect(0.3), rect(0.81), rect(0.5)])
  }

  @Test("Blendshapes, matrices and scores: only what was asked for, one of each face", .needs(.shared))
  func outputs() throws {
    let image = try MPImage(contentsOfFile: SharedFolder.path("media/face_four.png"))
    let options = try Self.options()
    options.numFaces = 3
    let plain = try FaceLandmarker(options: options).detect(image: image)
    #expect(plain.faceLandmarks.count > 1 && plain.faceLandmarks.allSatisfy { $0.count == 478 })
    #expect(plain.faceBlendshapes.isEmpty && plain.facialTransformationMatrixes.isEmpty)
    #expect(plain.faceScores.count == plain.faceLandmarks.count && plain.faceScores.allSatisfy { $0 > 0.5 && $0 <= 1 })
    options.outputFaceBlendshapes = true
    options.outputFacialTransformationMatrixes = true
    let whole = try FaceLandmarker(options: options).detect(image: image)
    #expect(whole.faceLandmarks == plain.faceLandmarks)
    #expect(whole.faceBlendshapes.map(\.categories.count) == plain.faceLandmarks.map { _ in 52 })
    #expect(whole.faceBlendshapes.first?.categories.first?.categoryName == "_neutral")
    #expect(whole.facialTransformationMatrixes.count == plain.faceLandmarks.count)
    #expect(whole.facialTransformationMatrixes.allSatisfy { $0.value(atRow: 2, column: 3) < -10 })
  }

  @Test("Without smoothing, an image shown again gives what the model says, not a mean", .needs(.shared))
  func smoothing() throws {
    let image = try MPImage(contentsOfFile: SharedFolder.path("media/face_close.png"))
    func landmarks(smoothing: Bool) throws -> [[NormalizedLandmark]] {
      let options = try Self.options(.video)
      options.shouldSmoothLandmarks = smoothing
      let landmarker = try FaceLandmarker(options: options)
      return try (0..<4).map {
        try landmarker.detect(videoFrame: image, timestampInMilliseconds: 33 * $0).faceLandmarks[0]
      }
    }
    let smoothed = try landmarks(smoothing: true)
    let raw = try landmarks(smoothing: false)
    #expect(zip(smoothed[0], raw[0]).allSatisfy { abs($0.x - $1.x) <= 1e-6 && abs($0.y - $1.y) <= 1e-6 })
    #expect(zip(smoothed[3], raw[3]).contains { abs($0.x - $1.x) > 1e-6 })
  }

  @Test("A model without metadata has the normalization of MediaPipe's older face models", .needs(.shared))
  func noMetadata() throws {
    let image = try MPImage(contentsOfFile: SharedFolder.path("media/face_close.png"))
    let path = try SharedFolder.path("models/blaze_face_short_range.tflite")
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    // The name of the entry, which no reader knows then.
    let name = Array("TFLITE_METADATA".utf8)
    let start = try #require((0..<bytes.count - name.count).first { bytes[$0..<$0 + name.count].elementsEqual(name) })
    bytes[start] = UInt8(ascii: "X")
    let file = FileManager.default.temporaryDirectory.appending(path: "no-metadata-\(UUID().uuidString).tflite")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let expected = try FaceDetector(modelPath: path).detect(image: image)
    #expect(expected.detections.count == 1)
    #expect(try FaceDetector(modelPath: file.path).detect(image: image).detections == expected.detections)
  }

  @Test(
    "Asynchronous calls, a pool and a live stream give what blocking calls give", .needs(.shared),
    .timeLimit(.minutes(2)))
  func ways() async throws {
    let image = try MPImage(contentsOfFile: SharedFolder.path("media/face_close.png"))
    let landmarker = try await FaceLandmarker(Self.options())
    let blocking = try landmarker.detect(image: image)
    #expect(blocking.faceLandmarks.count == 1)
    #expect(try await landmarker.detect(image).faceLandmarks == blocking.faceLandmarks)
    let pool = try TaskPool<MPImage, FaceLandmarkerResult>(size: 2) {
      let task = try FaceLandmarker(options: Self.options())
      return { try task.detect(image: $0) }
    }
    for try await item in pool.results(for: [image, image, image]) {
      #expect(try item.result.get().faceLandmarks == blocking.faceLandmarks)
    }

    let listener = FaceListener()
    let live = try Self.options(.liveStream)
    live.faceLandmarkerLiveStreamDelegate = listener
    try FaceLandmarker(options: live).detectAsync(image: image, timestampInMilliseconds: 7)
    let boxes = FaceDetectorOptions()
    boxes.baseOptions.modelAssetPath = try SharedFolder.path("models/blaze_face_short_range.tflite")
    boxes.runningMode = .liveStream
    boxes.faceDetectorLiveStreamDelegate = listener
    try FaceDetector(options: boxes).detectAsync(image: image, timestampInMilliseconds: 8)
    while listener.results.withLock({ $0.count < 2 }) { try await Task.sleep(for: .milliseconds(5)) }
    let results = listener.results.withLock { $0 }
    #expect(results[7]?.faceLandmarks?.count == 1)
    #expect(results[8]?.detections == 1)
  }
}

/// Notes the results of live streams by their time.
private final class FaceListener: NSObject, FaceLandmarkerLiveStreamDelegate, FaceDetectorLiveStreamDelegate, Sendable {
  struct Answer {
    var faceLandmarks: [[NormalizedLandmark]]?
    var detections: Int?
  }

  let results = Locked<[Int: Answer]>([:])

  func faceLandmarker(
    _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    let answer = Answer(faceLandmarks: result?.faceLandmarks)
    results.withLock { $0[timestampInMilliseconds] = answer }
  }

  func faceDetector(
    _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    let answer = Answer(detections: result?.detections.count)
    results.withLock { $0[timestampInMilliseconds] = answer }
  }
}
