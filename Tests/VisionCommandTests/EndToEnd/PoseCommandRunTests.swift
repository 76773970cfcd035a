import Foundation
import TestSupport
import Testing
import VisionMedia

@Suite("vision pose, end to end", .needs(.command), .needs(.shared))
struct PoseCommandRunTests {
  struct Line: Decodable {
    struct MaskFile: Decodable {
      let file: String
      let width: Int
      let height: Int
    }

    let landmarks: [[[Float]]]
    let worldLandmarks: [[[Float]]]
    let segmentationMasks: [MaskFile]?
    let handedness: [[String]]?
  }

  private struct GoldenFrames: Decodable {
    struct Frame: Decodable {
      let landmarks: [[[Float]]]
    }

    let frames: [Frame]
  }

  @Test("People, masks as gray PNGs beside the result, and an annotated picture")
  func picture() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("poses-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let annotated = folder.appendingPathComponent("annotated.png").path
    let run = try CommandRun([
      "pose", CommandRun.media("two_walkers.png"), "--model", CommandRun.model("pose_landmarker_lite.task"),
      "--num-poses", "3", "--segmentation-masks", folder.path, "--json", "-", "--annotate", annotated,
    ])
    #expect(run.status == 0)
    #expect(run.errors == "")
    let line = try JSONDecoder().decode(Line.self, from: Data(run.output.utf8))
    let golden = try JSONDecoder().decode(
      GoldenFrames.self,
      from: Data(
        contentsOf: URL(filePath: SharedFolder.path("golden/two_walkers.pose-lite_n3.json"))))
    #expect(line.landmarks.count == golden.frames[0].landmarks.count)
    #expect(line.handedness == nil)
    for (ours, theirs) in zip(line.landmarks[0], golden.frames[0].landmarks[0]) {
      #expect(ours.count == 5)
      #expect(abs(ours[0] - theirs[0]) < 0.001 && abs(ours[1] - theirs[1]) < 0.001)
    }
    let mask = try #require(line.segmentationMasks?.first)
    let picture = try ImageFile.read(contentsOfFile: folder.appendingPathComponent(mask.file).path)
    #expect(picture.width == mask.width && picture.height == mask.height && picture.format == .gray)
    let values = picture.withUnsafeBytes { Set($0) }
    #expect(values.contains(0) && values.contains { $0 > 250 })
    #expect(try ImageFile.read(contentsOfFile: annotated).width == 640)
  }

  @Test("Nobody in the picture is a result, not an error; a video has a line a frame")
  func others() throws {
    let model = try CommandRun.model("pose_landmarker_lite.task")
    let nobody = try CommandRun(["pose", CommandRun.media("empty_flat.png"), "--model", model])
    #expect(nobody.status == 0)
    #expect(nobody.output == "PoseLandmarkerResult: no people\n")
    let video = try CommandRun([
      "pose", CommandRun.media("walkers_pan.mp4"), "--model", model, "--max-frames", "12", "--json", "-", "--quiet",
    ])
    #expect(video.output.split(separator: "\n").count == 12)
    #expect(try CommandRun(["pose", "x.png", "--model", model, "--num-poses", "0"]).status == 2)
  }
}
