import TestSupport
import Testing
import VisionCore
import VisionImaging
import VisionTasks

@testable import VisionMedia

@Suite("Drawing of vectors, and contact sheets")
struct VectorDrawingTests {
  @Test("A bar has the value with the greatest amount of those that it stands for, and 0 for what is no number")
  func bars() {
    #expect(StripAnnotator.bars(of: [1, -3, 2, 0, .nan, .infinity], count: 3) == [-3, 2, 0])
    #expect(StripAnnotator.bars(of: [1, 2], count: 9) == [1, 2])
    #expect(StripAnnotator.bars(of: [], count: 9).isEmpty)
  }

  @Test("A vector is drawn at the bottom and leaves the rest as it was; without values nothing is drawn")
  func strip() throws {
    let image = try DrawingTests.flat(200, width: 200, height: 100)
    func drawn(_ values: [Float]) throws -> [UInt8] {
      let result = ImageEmbedderResult(
        embeddingResult: EmbeddingResult(
          embeddings: [
            Embedding(
              floatEmbedding: values.map { NSNumber(value: $0) }, quantizedEmbedding: nil, headIndex: 0, headName: nil)
          ], timestampInMilliseconds: 0), timestampInMilliseconds: 0)
      return try image.annotated(with: result).rgbBytes()
    }
    let bytes = try drawn([1, -1, 0.5])
    #expect(bytes.prefix(200 * 80 * 3).allSatisfy { $0 == 200 })
    #expect(bytes.suffix(200 * 20 * 3).contains { $0 < 80 } && bytes.suffix(200 * 20 * 3).contains { $0 > 240 })
    // Tiny images have no room for it.
    let small = try DrawingTests.flat(200, width: 8, height: 8)
    let result = ImageEmbedderResult(
      embeddingResult: EmbeddingResult(embeddings: [], timestampInMilliseconds: 0), timestampInMilliseconds: 0)
    #expect(try small.annotated(with: result).rgbBytes() == small.rgbBytes())
  }

  @Test("A sheet has a row of tiles for each group, thumbnails in the middle of them")
  func sheet() throws {
    let wide = try ContactSheet.thumbnail(of: DrawingTests.flat(255, width: 400, height: 100))
    #expect(wide.width == 220 && wide.height == 55)
    let small = try ContactSheet.thumbnail(of: DrawingTests.flat(255, width: 2, height: 4))
    #expect(small.width == 110 && small.height == 220)
    let tile = ContactSheet.Tile(image: wide, caption: ["1   0.987", String(repeating: "long", count: 30)])
    let sheet = try ContactSheet.draw([[tile, tile, ContactSheet.Tile(image: nil, caption: ["gone"])], [tile]])
    #expect(sheet.width == 3 * 236 + 16 && sheet.height == 2 * 280 + 16)
    let bytes = try sheet.rgbBytes()
    func pixel(_ x: Int, _ y: Int) -> UInt8 { bytes[(y * sheet.width + x) * 3] }
    #expect(pixel(16 + 110, 16 + 110) == 255 && pixel(16 + 110, 16 + 10) == 0x14)
    #expect(pixel(16 + 110, 16 + 280 + 110) == 255 && pixel(16 + 236 + 110, 16 + 280 + 110) == 0x14)
    let error = #expect(throws: TasksError.self) {
      try ContactSheet.draw([[ContactSheet.Tile]](repeating: [tile], count: 200))
    }
    #expect(error?.code == .invalidArgumentError)
  }
}
