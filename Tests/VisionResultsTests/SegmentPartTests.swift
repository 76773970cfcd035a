import Foundation
import Testing
import VisionCore
import VisionImaging

@testable import VisionResults

/// What a segmenter of two classes makes of an image.
private struct SegmentedOutput: TaskOutput {
  static let format = OutputFormat(
    task: "segment", title: "SampleResult", subject: OutputFormat.Subject(one: "segment", several: "segments"),
    parts: [CategoriesFormat.segments, MasksFormat.category, MasksFormat.confidence])

  var codes: [UInt8]? = [0, 1, 255, 1]
  var width = 2
  var probabilities: [[Float]] = [[1, 0.25, 0, 0], [0, 0.75, 0, 1]]

  var parts: [any OutputPart] {
    let segments = [
      ResultCategory(index: 1, score: 0.5, categoryName: "cat", displayName: nil),
      ResultCategory(index: 0, score: 0.25, categoryName: "background", displayName: nil),
    ]
    let height = 4 / width
    let category = codes.flatMap { Mask(uInt8Data: $0, width: width, height: height, shouldCopy: true) }
    let masks = probabilities.compactMap { Mask(float32Data: $0, width: width, height: height, shouldCopy: true) }
    return [
      CategoriesPart(.segments, [segments]), MasksPart(.category, category.map { [$0] } ?? []),
      MasksPart(.confidence, masks, qualityScores: [1, 0.5]),
    ]
  }
}

@Suite("Segments as parts of outputs")
struct SegmentPartTests {
  private static func line(_ output: SegmentedOutput, masks: OutputEncoder.Masks) throws -> String {
    try FrameRecord(file: nil, frame: 0, timestampMs: nil, output: output, masks: masks).json()
  }

  @Test("Files of masks are those of their parts, in the parts' order")
  func files() throws {
    #expect(SegmentedOutput().maskNames == ["category", "0", "1"])
    let json = try Self.line(SegmentedOutput(), masks: .files(["c.png", "0.png", "1.png"]))
    #expect(json.contains(#""categoryMask":{"file":"c.png","height":2,"width":2}"#))
    #expect(json.contains(#""confidenceMasks":[{"file":"0.png","height":2,"width":2},{"file":"1.png""#))
    let text = SegmentedOutput().lines(listsAll: false, maskFiles: ["c.png", "0.png", "1.png"])
    #expect(text.contains("    Mask #0: 2 x 2, c.png") && text.contains("    Mask #1: 2 x 2, 1.png"))
    #expect(text.contains("      cat                : 0.50000"))
  }

  @Test("JSON has the values of masks, or none of them, and always shares and quality")
  func json() throws {
    let values = try Self.line(SegmentedOutput(), masks: .values)
    #expect(values.contains(#""categoryMask":{"data":"AAH/AQ==","dataType":"uInt8","height":2,"width":2}"#))
    let none = try Self.line(SegmentedOutput(), masks: .omitted)
    #expect(!none.contains("Mask") && none.contains(#""qualityScores":[1,0.5]"#))
    #expect(none.contains(#""segments":[{"categoryName":"cat","index":1,"score":0.5}"#))
  }

  @Test("Tensors are padded to the largest mask, which may have the model's size, and limited")
  func tensors() throws {
    let outputs = [SegmentedOutput(), SegmentedOutput(codes: [1, 1, 1, 1], width: 4, probabilities: [])]
    func tensors(limit: Int) throws -> [String: OutputTensor] {
      let request = TensorRequest(
        sizes: [(100, 80), (64, 64)],
        reserve: { bytes in if bytes > limit { throw TasksError.outOfRange("\(bytes) bytes") } },
        isWanted: { _ in true })
      return try SegmentedOutput.format.parts.enumerated().reduce(into: [:]) { found, part in
        for tensor in try part.element.tensors(ofPart: part.offset, in: outputs.map(\.parts), for: request) {
          found[tensor.name] = tensor
        }
      }
    }
    let found = try tensors(limit: 1000)
    #expect(
      found["category_mask"]
        == OutputTensor(
          "category_mask", shape: [2, 2, 4],
          .uint8([0, 1, 255, 255, 255, 1, 255, 255, 1, 1, 1, 1, 255, 255, 255, 255])))
    #expect(found["masks"]?.shape == [2, 2, 2, 2])
    #expect(found["mask_sizes"]?.values == .int32([2, 2, 0, 0]))
    #expect(found["quality_scores"]?.values == .float32([1, 0.5, 1, 0.5]))
    #expect(found["segments"]?.values == .texts(["cat", "background", "cat", "background"]))
    #expect(throws: TasksError.self) { try tensors(limit: 15) }
    // What is described is what is made.
    let described = SegmentedOutput.format.parts.flatMap(\.tensors).map(\.name)
    #expect(Set(described) == Set(found.keys))
  }

  @Test("Without its masks a result keeps their size and quality")
  func withoutMasks() throws {
    let whole = SegmentedOutput()
    let output = whole.withoutMasks()
    #expect(output.masks.isEmpty)
    let request = TensorRequest(sizes: [(100, 80)], reserve: { _ in }, isWanted: { _ in true })
    for (offset, part) in SegmentedOutput.format.parts.enumerated() {
      let (found, expected) = (
        try part.tensors(ofPart: offset, in: [output.parts], for: request),
        try part.tensors(ofPart: offset, in: [whole.parts], for: request)
      )
      for name in ["mask_sizes", "quality_scores", "segments"] {
        #expect(found.first { $0.name == name } == expected.first { $0.name == name }, "\(name)")
      }
    }
  }

  @Test("A description lists the segments")
  func summary() { #expect(SegmentedOutput().summary == "2 segments: cat 0.50; background 0.25") }
}
