import MediaPipeTasksVision
import Testing

@Suite struct ResultsTests {
  @Test("Landmarks within a millionth are equal, whatever their visibility")
  func landmarkEquality() {
    let landmark = NormalizedLandmark(x: 0.25, y: 0.5, z: -0.125, visibility: nil, presence: nil)
    let near = NormalizedLandmark(x: 0.2500005, y: 0.5, z: -0.125, visibility: 1, presence: 0.5)
    let far = NormalizedLandmark(x: 0.25, y: 0.5, z: -0.12501, visibility: nil, presence: nil)
    #expect(landmark == near)
    #expect(landmark.hash == near.hash)
    #expect(landmark != far)
    #expect(
      Landmark(x: 1, y: 2, z: 3, visibility: nil, presence: nil)
        == Landmark(x: 1, y: 2, z: 3, visibility: 0, presence: nil))
    #expect(!landmark.isEqual(Landmark(x: 0.25, y: 0.5, z: -0.125, visibility: nil, presence: nil)))
  }

  @Test("Keypoints are equal by location, label and score")
  func keypointEquality() {
    func keypoint(x: Double = 0.5, label: String? = "eye", score: Float = 1) -> NormalizedKeypoint {
      NormalizedKeypoint(location: CGPoint(x: x, y: 0.25), label: label, score: score)
    }
    #expect(keypoint() == keypoint())
    #expect(keypoint().hash == keypoint().hash)
    #expect(keypoint() != keypoint(x: 0.6))
    #expect(keypoint() != keypoint(label: nil))
    #expect(keypoint() != keypoint(score: 0))
  }

  @Test("Categories, connections and detections are compared by identity")
  func identity() {
    let category = ResultCategory(index: 0, score: 1, categoryName: "Right", displayName: "Right")
    #expect(category == category)
    #expect(category != ResultCategory(index: 0, score: 1, categoryName: "Right", displayName: "Right"))
    #expect(Connection(start: 0, end: 1) != Connection(start: 0, end: 1))
    #expect(
      Detection(categories: [], boundingBox: .zero, keypoints: nil)
        != Detection(categories: [], boundingBox: .zero, keypoints: nil))
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
