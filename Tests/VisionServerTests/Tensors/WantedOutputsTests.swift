import Testing
import VisionImaging
import VisionTasks

@testable import VisionServer

@Suite("Wanted outputs")
struct WantedOutputsTests {
  @Test("Masks are kept only when they are wanted; in JSON their limit is lower")
  func masks() {
    func limit(_ names: [(String, Bool)]?, isBinary: Bool = false, hasMasks: Bool = true) -> Int? {
      let outputs = names?.map { InferRequest.Output(name: $0.0, isBinary: $0.1) }
      return WantedOutputs(outputs, isBinary: isBinary, hasMasks: hasMasks).maskLimit
    }
    #expect(limit(nil, isBinary: true) == 256_000_000 && limit(nil) == 16_000_000)
    #expect(limit([("masks", true)]) == 256_000_000 && limit([("masks", false)], isBinary: true) == 16_000_000)
    #expect(limit([("count", true), ("mask_sizes", true)]) == nil && limit(nil, hasMasks: false) == nil)
  }

  @Test("An output without its masks has everything else in its place")
  func dropped() throws {
    let ones = [Float](repeating: 1, count: 6)
    let mask = try #require(Mask(float32Data: ones, width: 2, height: 3, shouldCopy: true))
    let pose = PoseLandmarkerResult(
      landmarks: [], worldLandmarks: [], segmentationMasks: [mask], timestampInMilliseconds: 0)
    let kept = ImageAnswer(output: pose, width: 2, height: 3)
    let dropped = ImageAnswer(output: pose.withoutMasks(), width: 2, height: 3)
    #expect(kept.maskBytes == 24 && dropped.maskBytes == 0)
    #expect(dropped.output.parts.count == pose.parts.count)
    let table = OutputTensors(answers: [dropped], format: pose.format, options: ["shouldOutputSegmentationMasks"])
    let tensors = try table.tensors(where: { $0 == "mask_sizes" }, limit: 0)
    #expect(tensors.map(\.values) == [.int32([3, 2])])
  }
}
