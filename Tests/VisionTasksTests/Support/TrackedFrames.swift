import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

/// How far landmarks in a recorded video may be from ours.
///
/// Tracking and smoothing feed every rounding back into the next frame. With the same bits in every step a clip agrees to the last of
/// the recording's seven digits; with one other bit anywhere it drifts, by an amount that depends on the content.
enum TrackingTolerance {
  #if arch(x86_64)
    /// On the kind of processor that the recordings are from.
    static let largest: Float = 2e-6
    static let median: Float = 2e-7
    static let mismatches = 0
  #else
    /// Where convolutions may sum in another order. From a numpy model of MediaPipe, which drifts by half of these.
    static let largest: Float = 1.7
    static let median: Float = 0.01
    static let mismatches = 12
  #endif
}

extension Golden {
  /// Our differences from every frame of a recorded video.
  func trackedDifferences(in folder: GoldenFolder? = .shared) throws -> HandDifferences {
    let recognizer = try GestureRecognizer(options: gestureOptions(.video))
    let reader = try videoFrames(in: folder)
    var differences = HandDifferences()
    for expected in frames {
      let frame = try #require(try reader.next())
      #expect(frame.timestampInMilliseconds == expected.timestampMs)
      let result = try recognizer.recognize(
        videoFrame: MPImage(imageBuffer: frame.image), timestampInMilliseconds: frame.timestampInMilliseconds)
      differences.add(result, expected, where: "\(`case`) frame \(expected.frame)")
    }
    print("\(`case`), largest differences over \(frames.count) frames: \(differences.summary)")
    return differences
  }
}

extension PoseGolden {
  /// Our differences from every frame of a recorded video.
  func trackedDifferences(in folder: GoldenFolder? = .shared) throws -> PoseDifferences {
    let landmarker = try PoseLandmarker(options: poseOptions(.video))
    let reader = try videoFrames(in: folder)
    var differences = PoseDifferences()
    for expected in frames {
      let frame = try #require(try reader.next())
      #expect(frame.timestampInMilliseconds == expected.timestampMs)
      let result = try landmarker.detect(
        videoFrame: MPImage(imageBuffer: frame.image), timestampInMilliseconds: frame.timestampInMilliseconds)
      differences.add(result, expected)
    }
    print("\(`case`), largest differences over \(frames.count) frames: \(differences.summary)")
    return differences
  }
}
