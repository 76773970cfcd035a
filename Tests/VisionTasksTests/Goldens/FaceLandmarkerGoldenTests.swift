import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

@Suite("Face landmarks, blendshapes and matrices equal MediaPipe's", .needs(.shared))
struct FaceLandmarkerGoldenTests {
  @Test("Stills in all turns, with alpha, loose and strict, one to five faces")
  func stills() throws {
    let goldens = try FaceGolden.all(mode: "image")
    #expect(goldens.count > 100)
    var worst = FaceDifferences()
    var beyond: [String] = []
    var landmarkers = TaskCache<FaceGolden.Options, FaceLandmarker>()
    for golden in goldens {
      let landmarker = try landmarkers.task(golden.options) {
        try FaceLandmarker(options: golden.faceOptions(.image))
      }
      var differences = FaceDifferences()
      differences.add(try landmarker.detect(image: golden.mpImage()), golden.frames[0], golden.case)
      if differences.isWithinBounds {
        worst.add(differences)
      } else {
        beyond.append(golden.case)
        print("beyond: \(golden.case): \(differences.summary)")
      }
    }
    print("faces, \(goldens.count) stills, \(beyond.count) beyond; largest of the others: \(worst.summary)")
    #expect(beyond == [])
    #expect(worst.faces > 30)
  }

  @Test("Every frame of every recorded video", arguments: try FaceGolden.all(mode: "video"))
  func videos(golden: FaceGolden) throws {
    let landmarker = try FaceLandmarker(options: golden.faceOptions(.video))
    let reader = try golden.videoFrames()
    var differences = FaceDifferences()
    for expected in golden.frames {
      let frame = try #require(try reader.next())
      #expect(frame.timestampInMilliseconds == expected.timestampMs)
      let result = try landmarker.detect(
        videoFrame: MPImage(imageBuffer: frame.image), timestampInMilliseconds: frame.timestampInMilliseconds)
      differences.add(result, expected, "frame \(expected.frame)")
    }
    print("\(golden.case), largest differences over \(golden.frames.count) frames: \(differences.summary)")
    #expect(differences.mismatches.count <= TrackingTolerance.mismatches)
    #expect(differences.largestXY <= TrackingTolerance.largest)
    #expect(differences.medianXY <= TrackingTolerance.median)
  }
}
