import MediaPipeTasksVision
import TestSupport
import Testing

/// A part of the results that the checkout has itself, so that answers are compared wherever the models are.
@Suite("The core of MediaPipe's results", .needs(.models))
struct CoreGoldenTests {
  @Test("All cases are there, and every task has some")
  func count() throws {
    #expect(try GoldenFolder.core.names().count == 42)
    for word in [".gesture", ".pose-", ".object-"] { #expect(try GoldenFolder.core.names(containing: word).count > 10) }
  }

  @Test("Gestures in images", arguments: try Golden.all(".gesture", mode: "image", in: .core))
  func gestures(golden: Golden) throws {
    let result = try GestureRecognizer(options: golden.gestureOptions(.image)).recognize(
      image: golden.mpImage(in: .core))
    if golden.frames[0].gestures.isEmpty, result.gestures.allSatisfy(\.isEmpty) {
      // MediaPipe hides hands when none has a gesture; we report them. See docs/differences.md.
      #expect(result.landmarks.isEmpty || golden.case.contains("gesture_thr"))
      return
    }
    var differences = HandDifferences()
    differences.add(result, golden.frames[0], where: golden.case)
    #expect(differences.countMismatches + differences.labelMismatches == [])
    #expect(differences.largest(differences.xy) <= 0.0005)
    #expect(differences.largest(differences.z) <= 0.001)
    #expect(differences.largest(differences.gestureScores + differences.handednessScores) <= 0.001)
  }

  @Test(
    "Hands in images, which the gesture recognizer's results have too",
    arguments: try Golden.all(".gesture_n2.", mode: "image", in: .core))
  func hands(golden: Golden) throws {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = try ModelFile.path("hand_landmarker.task")
    options.numHands = try #require(golden.options.numHands)
    let result = try HandLandmarker(options: options).detect(image: golden.mpImage(in: .core))
    let expected = golden.frames[0]
    #expect(result.landmarks.count == expected.landmarks.count)
    for (ours, theirs) in zip(result.landmarks.joined(), expected.landmarks.joined()) {
      #expect(abs(ours.x - theirs[0]) <= 0.0005 && abs(ours.y - theirs[1]) <= 0.0005)
    }
    #expect(result.handedness.map { $0[0].categoryName } == expected.handedness.map { $0[0].categoryName })
  }

  @Test("Poses in images", arguments: try PoseGolden.all(".pose-", mode: "image", in: .core))
  func poses(golden: PoseGolden) throws {
    var differences = PoseDifferences()
    let landmarker = try PoseLandmarker(options: golden.poseOptions(.image))
    differences.add(try landmarker.detect(image: golden.mpImage(in: .core)), golden.frames[0])
    #expect(differences.isWithinBounds, "\(differences.summary)")
  }

  @Test("Objects in images", arguments: try ObjectGolden.all(".object-", mode: "image", in: .core))
  func objects(golden: ObjectGolden) throws {
    var differences = ObjectDifferences()
    let detector = try ObjectDetector(options: golden.objectOptions(.image))
    differences.add(try detector.detect(image: golden.mpImage(in: .core)), golden.frames[0], golden.case)
    #expect(differences.mismatches == [])
    #expect(differences.score <= 1e-4)
  }

  @Test("Objects in a video", arguments: try ObjectGolden.all(".object-", mode: "video", in: .core))
  func objectVideos(golden: ObjectGolden) throws {
    var differences = ObjectDifferences()
    let detector = try ObjectDetector(options: golden.objectOptions(.video))
    let reader = try golden.videoFrames(in: .core)
    for expected in golden.frames {
      let frame = try #require(try reader.next())
      let result = try detector.detect(
        videoFrame: MPImage(imageBuffer: frame.image), timestampInMilliseconds: frame.timestampInMilliseconds)
      differences.add(result, expected, "frame \(expected.frame)")
    }
    #expect(differences.mismatches == [])
    #expect(differences.score <= 1e-4)
  }

  @Test("Hands tracked through a video", arguments: try Golden.all(".gesture", mode: "video", in: .core))
  func trackedHands(golden: Golden) throws {
    let differences = try golden.trackedDifferences(in: .core)
    #expect(differences.countMismatches.count <= TrackingTolerance.mismatches, "\(differences.countMismatches)")
    #expect(differences.labelMismatches.count <= TrackingTolerance.mismatches, "\(differences.labelMismatches)")
    #expect(differences.largest(differences.xy) <= TrackingTolerance.largest)
  }

  @Test("A person tracked through a video", arguments: try PoseGolden.all(".pose-", mode: "video", in: .core))
  func trackedPoses(golden: PoseGolden) throws {
    let differences = try golden.trackedDifferences(in: .core)
    #expect(differences.countMismatch <= TrackingTolerance.mismatches)
    #expect(differences.largestXY <= TrackingTolerance.largest)
  }
}
