import MediaPipeTasksVision
import TestSupport
import Testing

@Suite("Poses in still images equal MediaPipe's", .needs(.shared))
struct PoseImageGoldenTests {
  @Test("Every recorded upright case: people, landmarks, world landmarks, visibility, presence, masks")
  func uprightCases() throws {
    let goldens = try PoseGolden.all(mode: "image").filter { $0.rotationDegrees == 0 }
    #expect(goldens.count > 80)
    var worst = PoseDifferences()
    var beyond: [String] = []
    for golden in goldens {
      let landmarker = try PoseLandmarker(options: golden.poseOptions(.image))
      var differences = PoseDifferences()
      differences.add(try landmarker.detect(image: golden.mpImage()), golden.frames[0])
      if differences.isWithinBounds {
        worst.xy += differences.xy
        worst.z = max(worst.z, differences.z)
        worst.world = max(worst.world, differences.world)
        worst.certainty = max(worst.certainty, differences.certainty)
        worst.maskMean = max(worst.maskMean, differences.maskMean)
        worst.maskGrid = max(worst.maskGrid, differences.maskGrid)
      } else {
        beyond.append(golden.case)
        print("beyond: \(golden.case): \(differences.summary)")
      }
    }
    print("poses, \(goldens.count) upright stills, \(beyond.count) beyond; largest of the others: \(worst.summary)")
    #expect(beyond == [])
  }
}
