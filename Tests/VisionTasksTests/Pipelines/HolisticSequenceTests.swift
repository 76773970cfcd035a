import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

@Suite("Whole bodies from frame to frame", .needs(.shared))
struct HolisticSequenceTests {
  @Test("Without a pose everything is empty, hands and face are forgotten, and the mask of another size is no obstacle")
  func gap() throws {
    let options = HolisticLandmarkerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.model("holistic_landmarker.task")
    options.runningMode = .video
    options.outputPoseSegmentationMasks = true
    options.outputFaceBlendshapes = true
    let landmarker = try HolisticLandmarker(options: options)
    func image(_ name: String) throws -> MPImage { try MPImage(contentsOfFile: SharedFolder.media(name)) }
    let yoga = try image("yoga.png")
    let first = try landmarker.detect(videoFrame: yoga, timestampInMilliseconds: 0)
    #expect(first.poseSegmentationMask?.width == yoga.imageBuffer.width)
    let empty = try landmarker.detect(videoFrame: image("empty_flat.png"), timestampInMilliseconds: 40)
    #expect(
      empty
        == HolisticLandmarkerResult(
          faceLandmarks: [], faceBlendshapes: nil, poseLandmarks: [], poseWorldLandmarks: [], poseSegmentationMask: nil,
          leftHandLandmarks: [], leftHandWorldLandmarks: [], rightHandLandmarks: [], rightHandWorldLandmarks: [],
          timestampInMilliseconds: 40))
    let other = try landmarker.detect(videoFrame: image("rock_portrait.png"), timestampInMilliseconds: 80)
    #expect(other.poseLandmarks.count == 33 && other.poseSegmentationMask != nil)
    landmarker.reset()
    #expect(try landmarker.detect(videoFrame: yoga, timestampInMilliseconds: 0) == first)
  }
}
