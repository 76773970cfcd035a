import Foundation
import TestSupport
import Testing
import VisionMedia
import VisionTasks

@Suite("Results drawn in one line")
struct AnnotatedResultTests {
  private let image: ImageBuffer

  init() throws { image = try DrawingTests.flat(60, width: 160, height: 120) }

  private static let hand = DrawingTests.hand.map {
    NormalizedLandmark(x: $0.x, y: $0.y, z: 0, visibility: nil, presence: nil)
  }
  private static let thumb = ResultCategory(index: -1, score: 0.81, categoryName: "Thumb_Up", displayName: nil)
  private static let left = ResultCategory(index: 1, score: 0.95, categoryName: "Left", displayName: "Left")
  private static let dog = Detection(
    categories: [ResultCategory(index: 17, score: 0.87, categoryName: "dog", displayName: nil)],
    boundingBox: CGRect(x: 20, y: 30, width: 90, height: 60), keypoints: nil)

  @Test("Hands are drawn with gesture and side, as by the annotator")
  func hands() throws {
    let gestures = GestureRecognizerResult(
      gestures: [[Self.thumb]], handedness: [[Self.left]], landmarks: [Self.hand], worldLandmarks: [[]],
      timestampInMilliseconds: 0)
    let annotation = LandmarkAnnotation(Self.hand, skeleton: .hand, label: "Thumb_Up 0.81 · Left")
    let expected = try LandmarkAnnotator().annotate(image, with: [annotation])
    #expect(try image.annotated(with: gestures).packedBytes == expected.packedBytes)
    let hands = HandLandmarkerResult(
      landmarks: [Self.hand], worldLandmarks: [[]], handedness: [[Self.left]], timestampInMilliseconds: 0)
    let side = LandmarkAnnotation(Self.hand, skeleton: .hand, label: "Left")
    #expect(
      try image.annotated(with: hands).packedBytes
        == LandmarkAnnotator().annotate(image, with: [side]).packedBytes)
  }

  @Test("A figure's own topology goes before the annotator's")
  func topology() throws {
    let index = LandmarkSkeleton(HandLandmarker.handIndexFingerConnections, color: .white)
    #expect(index.connections == [.init(5, 6), .init(6, 7), .init(7, 8)])
    let own = try LandmarkAnnotator(skeleton: .pose).annotate(
      image, with: [LandmarkAnnotation(Self.hand, skeleton: index)])
    let plain = LandmarkAnnotation(landmarks: DrawingTests.hand)
    #expect(try own.packedBytes == LandmarkAnnotator(skeleton: index).annotate(image, with: [plain]).packedBytes)
    #expect(try own.packedBytes != LandmarkAnnotator(skeleton: .pose).annotate(image, with: [plain]).packedBytes)
  }

  @Test("People are drawn with their masks; a mask of another size is refused")
  func people() throws {
    func result(width: Int, height: Int) throws -> PoseLandmarkerResult {
      let values = [Float](repeating: 1, count: width * height)
      let mask = try #require(Mask(float32Data: values, width: width, height: height, shouldCopy: true))
      return PoseLandmarkerResult(
        landmarks: [], worldLandmarks: [], segmentationMasks: [mask], timestampInMilliseconds: 0)
    }
    let drawn = try image.annotated(with: result(width: 160, height: 120))
    #expect(try drawn.packedBytes != ImageCanvas(image).finish().packedBytes)
    let error = #expect(throws: TasksError.self) { try image.annotated(with: result(width: 4, height: 4)) }
    #expect(error?.code == .invalidArgumentError)
  }

  @Test("Objects are drawn with class and score, tracked ones with their number; an MPImage keeps its orientation")
  func objects() throws {
    let box = BoxAnnotation(Self.dog)
    #expect(box.label == "dog 0.87" && box.color == .category(17))
    #expect(box.box == DrawingBox(minX: 20, minY: 30, width: 90, height: 60))
    #expect(DrawingBox(CGRect(x: 110, y: 90, width: -90, height: -60)) == box.box)
    let expected = try BoxAnnotator().annotate(image, with: [box])
    let result = ObjectDetectorResult(detections: [Self.dog], timestampInMilliseconds: 0)
    #expect(try image.annotated(with: result).packedBytes == expected.packedBytes)
    let annotated = try MPImage(imageBuffer: image, orientation: .left).annotated(with: result)
    #expect(annotated.imageBuffer.packedBytes == expected.packedBytes && annotated.orientation == .left)
    let tracked = TrackedObject(
      trackingID: 3, boundingBox: Self.dog.boundingBox, score: 0.87, objectClass: ObjectClass(index: 17, name: "dog"))
    #expect(BoxAnnotation(tracked).label == "#3 dog 0.87" && "\(tracked)" == "#3 dog 0.87 at (20, 30, 90, 60)")
    #expect(
      try image.annotated(with: [tracked]).packedBytes
        == BoxAnnotator().annotate(image, with: [BoxAnnotation(tracked)]).packedBytes)
  }

  @Test(
    "Values that no model gives, as a decoded result may have them, can be drawn",
    arguments: [Float.nan, .infinity, -.infinity, 1e30, -1])
  func absurdValues(value: Float) throws {
    let category = ResultCategory(index: .max, score: value, categoryName: "cat", displayName: nil)
    let landmarks = [NormalizedLandmark](
      repeating: NormalizedLandmark(x: value, y: 0.5, z: value, visibility: nil, presence: nil), count: 21)
    let box = CGRect(x: Double(value), y: 1, width: Double(value), height: 9)
    let results: [any DrawableResult] = [
      ImageSegmenterResult(
        confidenceMasks: nil, categoryMask: nil, qualityScores: nil, timestampInMilliseconds: 0, segments: [category]),
      HandLandmarkerResult(
        landmarks: [landmarks], worldLandmarks: [[]], handedness: [[category]], timestampInMilliseconds: 0),
      ObjectDetectorResult(
        detections: [Detection(categories: [category], boundingBox: box, keypoints: nil)], timestampInMilliseconds: 0),
      FaceLandmarkerResult(
        faceLandmarks: [landmarks], faceBlendshapes: [Classifications(headIndex: 0, categories: [category])],
        facialTransformationMatrixes: [], faceScores: [value], timestampInMilliseconds: 0),
    ]
    for result in results { #expect(throws: Never.self) { try image.annotated(with: result) } }
  }
}
