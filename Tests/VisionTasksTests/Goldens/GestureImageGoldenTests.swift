import MediaPipeTasksVision
import TestSupport
import Testing

@Suite("Gestures in still images equal MediaPipe's", .needs(.shared))
struct GestureImageGoldenTests {
  @Test("Every recorded case: hands, names, scores, landmarks")
  func allCases() throws {
    let goldens = try Golden.gestureImages()
    #expect(goldens.count >= 89)
    var all = HandDifferences()
    for golden in goldens {
      let image = try golden.mpImage()
      #expect(
        try image.imageBuffer.sha256() == golden.pixelSha256, "\(golden.case): other pixels than MediaPipe was given")
      let recognizer = try GestureRecognizer(options: golden.gestureOptions(.image))
      let result = try recognizer.recognize(image: image)
      if golden.frames[0].gestures.isEmpty, result.gestures.allSatisfy(\.isEmpty) {
        // MediaPipe hides hands when none has a gesture; we report them. See docs/differences.md.
        #expect(result.landmarks.isEmpty || golden.case.contains("gesture_thr"), "\(golden.case)")
        continue
      }
      var differences = HandDifferences()
      differences.add(result, golden.frames[0], where: golden.case)
      all.add(differences)
    }
    print("still images, largest differences over \(goldens.count) cases: \(all.summary)")
    #expect(all.countMismatches == [])
    #expect(all.labelMismatches == [])
    #expect(all.largest(all.xy) <= 0.0005)
    #expect(all.median(all.xy) < 0.00005)
    #expect(all.largest(all.z) <= 0.001)
    #expect(all.largest(all.gestureScores) <= 0.001)
    #expect(all.largest(all.handednessScores) <= 0.001)
  }
}
