import Foundation
import MediaPipeTasksVision
import Testing

@Suite("Results as JSON")
struct ResultCodableTests {
  private static let categories = [
    ResultCategory(index: -1, score: 0.8105937, categoryName: "Thumb_Up", displayName: nil),
    ResultCategory(index: 3, score: 0.1, categoryName: "None", displayName: "None"),
    ResultCategory(index: 4, score: .nan, categoryName: nil, displayName: "keine"),
  ]
  private static let sides = [
    ResultCategory(index: 1, score: 0.95, categoryName: "Left", displayName: "Left"),
    ResultCategory(index: 0, score: 0.6, categoryName: "Right", displayName: nil),
    ResultCategory(index: 0, score: 0.5, categoryName: nil, displayName: nil),
    ResultCategory(index: 0, score: 0.5, categoryName: "Left", displayName: "links"),
  ]
  private static let points = [
    NormalizedLandmark(x: 0.1, y: 1 / 3, z: -5.4e-7, visibility: nil, presence: nil),
    NormalizedLandmark(x: .leastNonzeroMagnitude, y: .greatestFiniteMagnitude, z: .nan, visibility: 0.3, presence: nil),
    NormalizedLandmark(x: -0.0, y: .infinity, z: 2, visibility: 0.1, presence: 0.9),
  ]
  private static let world = [Landmark(x: 0.067485, y: 0.1, z: -0.2, visibility: nil, presence: 1)]

  /// Whether a value is the same after it was written and read.
  private func returns<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value
  }

  @Test("Every result comes back without loss")
  func roundTrips() throws {
    #expect(
      try returns(
        GestureRecognizerResult(
          gestures: [Self.categories, []], handedness: [[Self.sides[0]], [Self.sides[1]]],
          landmarks: [Self.points, []], worldLandmarks: [Self.world, []], timestampInMilliseconds: 40)))
    #expect(
      try returns(
        HandLandmarkerResult(
          landmarks: [Self.points], worldLandmarks: [Self.world], handedness: [Self.sides],
          timestampInMilliseconds: .max)))
    let keypoints = [
      NormalizedKeypoint(location: CGPoint(x: 0.1, y: 0.2), label: nil, score: 0),
      NormalizedKeypoint(location: CGPoint(x: 1 / 3, y: -1), label: "eye", score: 0.1),
    ]
    #expect(
      try returns(
        ObjectDetectorResult(
          detections: [
            Detection(
              categories: Self.categories, boundingBox: CGRect(x: 0.1, y: -2, width: 3.5, height: 4),
              keypoints: keypoints),
            Detection(categories: [], boundingBox: .null, keypoints: nil),
          ], timestampInMilliseconds: -1)))
    #expect(
      try returns(
        ClassificationResult(
          classifications: [
            Classifications(headIndex: 0, headName: "probability", categories: Self.categories),
            Classifications(headIndex: 1, categories: []),
          ], timestampInMilliseconds: -1)))
    #expect(
      try returns([
        TrackedObject(
          trackingID: 3, boundingBox: CGRect(x: 0.25, y: 1, width: 2, height: 3), score: 0.1,
          objectClass: ObjectClass(index: 17, name: "dog", displayName: "Hund"), missedUpdates: 1),
        TrackedObject(
          trackingID: 4, boundingBox: .zero, score: 0.5, objectClass: ObjectClass(index: 7), observationIndex: 2),
      ]))
  }

  @Test("Numbers that JSON does not have are equal in every result, and come back")
  func nan() throws {
    func matrix(_ first: Float) -> TransformMatrix {
      TransformMatrix(data: [first] + (1..<16).map { Float($0) }, rows: 4, columns: 4)
    }
    let (one, two) = (matrix(.nan), matrix(.nan))
    #expect(one == two && one.hash == two.hash && one != matrix(1) && Set([one]).contains(two))
    let face = FaceLandmarkerResult(
      faceLandmarks: [Self.points], faceBlendshapes: [], facialTransformationMatrixes: [one], timestampInMilliseconds: 3
    )
    #expect(try returns(face))
    let embedding = Embedding(
      floatEmbedding: [NSNumber(value: Float.nan), NSNumber(value: Float(0.5))], quantizedEmbedding: nil, headIndex: 0,
      headName: nil)
    let embeddings = EmbeddingResult(embeddings: [embedding], timestampInMilliseconds: 3)
    #expect(try returns(ImageEmbedderResult(embeddingResult: embeddings, timestampInMilliseconds: 3)))
  }

  @Test("A frame of tracked faces without a face comes back")
  func noFaces() throws {
    let result = FaceDetectorResult(detections: [], timestampInMilliseconds: 5)
    result.assign(trackingIDs: [])
    #expect(try returns(result))
    #expect(result.hash == FaceDetectorResult(detections: [], timestampInMilliseconds: 5).hash)
  }

  @Test(
    "A report of a training whose lists do not fit is a DecodingError",
    arguments: [
      ("[1,2]", "[[1],[2]]"), ("[1]", "[[1,0],[0,1]]"), ("[1,2]", "[[1,0],[0,-1]]"),
      ("[9223372036854775807,9223372036854775807]", "[[1,0],[0,1]]"), ("[1,2]", "[[1,0]]"),
    ])
  func report(counts: String, confusion: String) throws {
    func decode(_ counts: String, _ confusion: String) throws -> GestureTrainingReport {
      let text =
        #"{"labels":["none","up"],"imageCounts":[5,5],"heldOutCounts":\#(counts),"confusion":\#(confusion),"otherHandsRejected":1}"#
      return try JSONDecoder().decode(GestureTrainingReport.self, from: Data(text.utf8))
    }
    #expect(throws: DecodingError.self) { try decode(counts, confusion) }
    let report = try decode("[2,2]", "[[2,0],[1,1]]")
    #expect(report.accuracy == 0.75)
    #expect(try returns(report))
  }

  @Test("Masks of both types come back without loss, after the JSON of the rest")
  func masks() throws {
    let floats = try #require(Mask(float32Data: [0, 0.1, .nan, 1, -0.0, 3], width: 3, height: 2, shouldCopy: true))
    let bytes = try #require(Mask(uInt8Data: [0, 127, 255], width: 1, height: 3, shouldCopy: true))
    let result = PoseLandmarkerResult(
      landmarks: [Self.points], worldLandmarks: [Self.world], segmentationMasks: [floats, bytes],
      timestampInMilliseconds: 7)
    #expect(try returns(result))
    let without = PoseLandmarkerResult(
      landmarks: [Self.points], worldLandmarks: [Self.world], segmentationMasks: nil, timestampInMilliseconds: 7)
    #expect(try returns(without))
    #expect(try !String(decoding: JSONEncoder().encode(without), as: UTF8.self).contains("segmentationMasks"))
  }

  @Test(
    "JSON that does not fit is a DecodingError",
    arguments: [
      #"{}"#, #"{"landmarks":[[]],"worldLandmarks":[]}"#, #"{"landmarks":[[[1,2]]],"worldLandmarks":[[]]}"#,
      #"{"landmarks":[[[1,2,3,4,5,6]]],"worldLandmarks":[[]]}"#, #"{"landmarks":[[[1,2,"3"]]],"worldLandmarks":[[]]}"#,
      mask(width: 2, height: 2, "float32", bytes: 15), mask(width: 2, height: 2, "uInt8", bytes: 5),
      mask(width: 0, height: 0, "uInt8", bytes: 0), mask(width: -2, height: -2, "uInt8", bytes: 4),
      mask(width: .max, height: 2, "uInt8", bytes: 4), mask(width: 2, height: 2, "int8", bytes: 4),
      #"{"landmarks":[],"worldLandmarks":[],"segmentationMasks":[{"file":"a.0.png","width":1,"height":1}]}"#,
    ])
  func hostile(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(PoseLandmarkerResult.self, from: Data(json.utf8))
    }
  }

  private static func mask(width: Int, height: Int, _ type: String, bytes: Int) -> String {
    let data = Data(count: bytes).base64EncodedString()
    return #"{"landmarks":[],"worldLandmarks":[],"segmentationMasks":[{"width":\#(width),"height":\#(height),"#
      + #""dataType":"\#(type)","data":"\#(data)"}]}"#
  }

  @Test("A hand result needs its handedness, a gesture result its gestures")
  func missingLists() {
    let lists = #"{"landmarks":[[]],"worldLandmarks":[[]],"handedness":[[]]}"#
    #expect(throws: Never.self) { try JSONDecoder().decode(HandLandmarkerResult.self, from: Data(lists.utf8)) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(GestureRecognizerResult.self, from: Data(lists.utf8))
    }
  }
}
