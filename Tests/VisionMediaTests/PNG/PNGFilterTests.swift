import CVisionPixels
import Testing

@testable import VisionMedia

/// The kernel against the filters' definitions, which `PNGSample` applies.
@Suite("Filters of PNG rows")
struct PNGFilterTests {
  @Test("rows come out as they went in, in place, for every filter and size of pixels", arguments: 0...4)
  func inverse(filter: Int) throws {
    for (color, depth) in PNGDecoderTests.kinds {
      for width in Array(1...17) + [31, 32, 33, 40] {
        // The first rows move by fewer bytes than a vector has, the last by more.
        let sample = PNGSample(width: width, height: 45, color: color, depth: depth, filter: filter)
        let header = sample.header
        var memory = sample.filteredRows() + [UInt8](repeating: 0xAA, count: VisionPNGRoom)
        #expect(memory.count == header.memoryBytes)
        let isUndone = vision_png_undo_filters(
          &memory, Int64(header.rowBytes), Int64(header.height), Int32(header.pixelBytes))
        #expect(isUndone)
        #expect(
          Array(memory.prefix(45 * header.rowBytes)) == sample.rows.flatMap { $0 },
          "\(color) \(depth), \(width) wide")
      }
    }
  }

  @Test("filters and sizes that there are not are refused")
  func refused() {
    for filter in 5...255 {
      var memory = [UInt8(filter)] + [UInt8](repeating: 1, count: 20)
      #expect(!vision_png_undo_filters(&memory, 12, 1, 3), "\(filter)")
    }
    for size in [-1, 0, 5, 7, 9] {
      var memory = [UInt8](repeating: 0, count: 200)
      #expect(!vision_png_undo_filters(&memory, 12, 1, Int32(size)), "\(size)")
    }
  }
}
