import Foundation
import LiteRTEngine
import TestSupport
import Testing
import VisionCore
import VisionImaging
import VisionInference
import VisionMedia
import VisionModels
import VisionPerception

@testable import VisionTasks

/// The published detectors run whole and without their last operators on the same picture.
@Suite("Detectors without their last operators", .needs(.shared))
struct AnchorHeadTests {
  private struct Pair {
    let whole: (boxes: UnsafeBufferPointer<Float>, scores: UnsafeBufferPointer<Float>)
    let cut: (boxes: RawOutput, scores: RawOutput)
    /// Keeps the buffers valid.
    let models: [TensorModel]
  }

  private func run(_ name: String, on picture: String) throws -> Pair {
    let file = try DetectorModel(path: SharedFolder.path("models/\(name).tflite"))
    let roles = file.outputPositions
    let whole = try TensorModel(
      name: name, model: file.file, inference: InferenceOptions(engine: LiteRT(), threadCount: 1))
    let cut = try TensorModel(
      name: name, model: file.file, outputs: AnchorHead.requests(file, file.rawMetadata()),
      inference: InferenceOptions(engine: LiteRT(), threadCount: 1))
    let image = try ImageFile.read(contentsOfFile: SharedFolder.path("media/\(picture)"))
    for model in [whole, cut] {
      let stage = try ImageModel(model: model, stage: "objects", border: .replicate, recorder: nil)
      try stage.run(on: image, region: Frame(image: image).region)
    }
    return Pair(
      whole: (try whole.output(roles[0]), try whole.output(roles[1])),
      cut: (try RawOutput(cut.outputs[0]), try RawOutput(cut.outputs[1])), models: [whole, cut])
  }

  /// The largest difference of `output`'s numbers, put through `function`, from the whole model's.
  private func difference(
    _ output: RawOutput, from whole: UnsafeBufferPointer<Float>, through function: (Float) -> Float = { $0 }
  ) -> Float {
    let row = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2)
    defer { row.deallocate() }
    var most: Float = 0
    for start in stride(from: 0, to: whole.count, by: 2) {
      output.copyRow(start / 2, into: row)
      for index in 0..<2 { most = max(most, abs(function(row[index]) - whole[start + index])) }
    }
    return most
  }

  @Test("8-bit: every one of 1.7 million scores and every box is exactly the whole model's")
  func bytes() throws {
    let pair = try run("efficientdet_lite0_int8", on: "cat_720p.jpg")
    #expect(pair.cut.scores.pieces.count == 5 && !pair.cut.scores.holdsLogits)
    #expect(pair.cut.scores.count == pair.whole.scores.count && pair.cut.boxes.count == pair.whole.boxes.count)
    #expect(difference(pair.cut.scores, from: pair.whole.scores) == 0)
    #expect(difference(pair.cut.boxes, from: pair.whole.boxes) == 0)
  }

  @Test("Floats: boxes are exactly the whole model's, scores but for the last bits of the logistic function")
  func floats() throws {
    let pair = try run("efficientdet_lite0_float16", on: "cat_720p.jpg")
    #expect(pair.cut.scores.pieces.count == 5 && pair.cut.scores.holdsLogits)
    #expect(difference(pair.cut.boxes, from: pair.whole.boxes) == 0)
    let most = difference(pair.cut.scores, from: pair.whole.scores, through: Sigmoid.probability)
    print("efficientdet_lite0_float16, scores by our logistic function: differ by at most \(most)")
    #expect(most < 5e-7)
  }
}
