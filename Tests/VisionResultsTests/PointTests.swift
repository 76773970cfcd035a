import Foundation
import Testing
import VisionResults

@Suite("Landmarks and keypoints")
struct PointTests {
  @Test("Landmarks are equal by all five values, and so are their hashes")
  func landmarkEquality() {
    func landmark(
      x: Float = 0.25, z: Float = -0.125, visibility: NSNumber? = 1, presence: NSNumber? = nil
    ) -> NormalizedLandmark {
      NormalizedLandmark(x: x, y: 0.5, z: z, visibility: visibility, presence: presence)
    }
    #expect(landmark() == landmark())
    #expect(landmark().hash == landmark().hash)
    #expect(landmark(x: -0.0) == landmark(x: 0) && landmark(x: -0.0).hash == landmark(x: 0).hash)
    #expect(landmark(x: .nan) == landmark(x: .nan))
    for other in [landmark(x: 0.2500005), landmark(z: 0), landmark(visibility: nil), landmark(presence: 1)] {
      #expect(landmark() != other)
      #expect(landmark().hash != other.hash)
    }
    #expect(!landmark().isEqual(Landmark(x: 0.25, y: 0.5, z: -0.125, visibility: 1, presence: nil)))
  }

  @Test("A set of 3,000 landmarks takes no time to speak of")
  func manyLandmarks() {
    let clock = ContinuousClock()
    let time = clock.measure {
      let set = Set(
        (0..<3000).map { NormalizedLandmark(x: Float($0) / 3000, y: 0.5, z: 0, visibility: nil, presence: nil) })
      #expect(set.count == 3000)
    }
    #expect(time < .milliseconds(250), "a constant hash takes 4.5 million comparisons")
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
}
