import MediaPipeTasksVision
import Testing

@Suite struct ResultsTests {
  @Test("Categories, connections, detections, masks and results are equal by value")
  func parts() throws {
    func category(_ name: String = "Right", displayName: String? = "Right") -> ResultCategory {
      ResultCategory(index: 0, score: 1, categoryName: name, displayName: displayName)
    }
    func detection(_ x: Double = 1) -> Detection {
      Detection(categories: [category()], boundingBox: CGRect(x: x, y: 2, width: 3, height: 4), keypoints: nil)
    }
    func mask(_ last: Float = 0.5) throws -> Mask {
      try #require(Mask(float32Data: [0, 1, 0.25, last], width: 2, height: 2, shouldCopy: true))
    }
    func pose(_ masks: [Mask], time: Int = 0) -> PoseLandmarkerResult {
      PoseLandmarkerResult(landmarks: [], worldLandmarks: [], segmentationMasks: masks, timestampInMilliseconds: time)
    }
    #expect(category() == category() && category().hash == category().hash)
    #expect(category() != category("Left") && category() != category(displayName: nil))
    #expect(Connection(start: 0, end: 1) == Connection(start: 0, end: 1))
    #expect(Connection(start: 0, end: 1) != Connection(start: 1, end: 0))
    #expect(detection() == detection() && detection().hash == detection().hash && detection() != detection(9))
    #expect(try mask() == mask() && mask().hash == mask().hash && mask() != mask(0.75))
    #expect(try mask() != Mask(uInt8Data: [0, 255, 63, 127], width: 2, height: 2, shouldCopy: true))
    #expect(try pose([mask()]) == pose([mask()]) && pose([mask()]).hash == pose([mask()]).hash)
    #expect(try pose([mask()]) != pose([]) && pose([]) != pose([], time: 1))
    #expect(!pose([]).isEqual(ObjectDetectorResult(detections: [], timestampInMilliseconds: 0)))
    let objects = [detection(), detection(9)].map { ObjectDetectorResult(detections: [$0], timestampInMilliseconds: 0) }
    #expect(Set(objects + objects).count == 2)
  }

  @Test("Descriptions say what was found, debug descriptions everything")
  func descriptions() {
    let thumb = ResultCategory(index: -1, score: 0.8105937, categoryName: "Thumb_Up", displayName: nil)
    let left = ResultCategory(index: 1, score: 0.95, categoryName: "Left", displayName: "Left")
    let point = NormalizedLandmark(x: 0.25, y: 0.5, z: -0.125, visibility: 0.5, presence: nil)
    let dog = ResultCategory(index: 17, score: 0.87, categoryName: "dog", displayName: nil)
    let detection = Detection(
      categories: [dog], boundingBox: CGRect(x: 96, y: 40, width: 312, height: 280), keypoints: nil)
    #expect("\(thumb)" == "Thumb_Up 0.81")
    #expect("\(ResultCategory(index: 3, score: 0.5, categoryName: nil, displayName: nil))" == "#3 0.50")
    #expect("\(point)" == "(0.250, 0.500, -0.125)")
    #expect("\(detection)" == "dog 0.87 at (96, 40, 312, 280)")
    #expect("\(Connection(start: 0, end: 5))" == "0-5")
    let gesture = GestureRecognizerResult(
      gestures: [[thumb]], handedness: [[left]], landmarks: [[point]], worldLandmarks: [[]], timestampInMilliseconds: 40
    )
    #expect("\(gesture)" == "1 hand: Thumb_Up 0.81, Left 0.95")
    // Lists that a caller made may be of different lengths.
    let uneven = HandLandmarkerResult(
      landmarks: [[], []], worldLandmarks: [], handedness: [[left]], timestampInMilliseconds: 0)
    #expect("\(uneven)" == "2 hands: Left 0.95; no categories")
    let objects = ObjectDetectorResult(detections: [detection], timestampInMilliseconds: 0)
    #expect("\(objects)" == "1 object: dog 0.87 at (96, 40, 312, 280)")
    #expect("\(ObjectDetectorResult(detections: [], timestampInMilliseconds: 0))" == "no objects")
    let people = PoseLandmarkerResult(
      landmarks: [[point]], worldLandmarks: [[]], segmentationMasks: nil, timestampInMilliseconds: 0)
    #expect("\(people)" == "1 person: nose at (0.250, 0.500, -0.125)")
    #expect(
      String(reflecting: thumb)
        == #"ResultCategory(index: -1, score: 0.8105937, categoryName: "Thumb_Up", displayName: nil)"#)
    let everything = String(reflecting: gesture)
    for part in [
      String(reflecting: thumb), String(reflecting: point), "timestampInMilliseconds: 40", "visibility: 0.5",
    ] {
      #expect(everything.contains(part))
    }
  }

  @Test("Results keep what they are given")
  func values() {
    let category = ResultCategory(index: 1, score: 0.75, categoryName: "Left", displayName: nil)
    let landmark = NormalizedLandmark(x: 1, y: 2, z: 3, visibility: nil, presence: nil)
    let world = Landmark(x: 4, y: 5, z: 6, visibility: nil, presence: nil)
    let gesture = GestureRecognizerResult(
      gestures: [[]], handedness: [[category]], landmarks: [[landmark]], worldLandmarks: [[world]],
      timestampInMilliseconds: 40)
    #expect(gesture.gestures == [[]])
    #expect(gesture.handedness == [[category]])
    #expect(gesture.landmarks == [[landmark]])
    #expect(gesture.worldLandmarks == [[world]])
    #expect(gesture.timestampInMilliseconds == 40)

    let hand = HandLandmarkerResult(
      landmarks: [[landmark]], worldLandmarks: [[world]], handedness: [[category]], timestampInMilliseconds: 41)
    #expect(hand.landmarks == [[landmark]])
    #expect(hand.handedness.first?.first?.categoryName == "Left")
    #expect(hand.timestampInMilliseconds == 41)

    let head = Classifications(headIndex: 2, categories: [category])
    #expect(head.headName == nil)
    let classification = ClassificationResult(classifications: [head], timestampInMilliseconds: -1)
    #expect(classification.classifications.first?.headIndex == 2)
  }
}
