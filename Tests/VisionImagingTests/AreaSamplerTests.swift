import TestSupport
import Testing
import VisionImaging

@Suite("Means of cells")
struct AreaSamplerTests {
  private func sample(
    _ sampler: AreaSampler, x: Range<Int>, y: Range<Int>, of image: ImageBuffer
  ) -> [SIMD3<Int>]? {
    var cells = [UInt32](repeating: .max, count: sampler.columns * sampler.rows)
    guard cells.withUnsafeMutableBufferPointer({ sampler.sample(x: x, y: y, of: image, into: $0) }) else { return nil }
    return cells.map { SIMD3(Int($0 & 255), Int($0 >> 8 & 255), Int($0 >> 16)) }
  }

  private func noise(width: Int, height: Int, format: PixelFormat, padding: Int) throws -> ImageBuffer {
    var generator = SeededGenerator(seed: 11)
    let bytesPerRow = width * format.bytesPerPixel + padding
    let bytes = (0..<bytesPerRow * height).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return try ImageBuffer(copying: bytes, width: width, height: height, bytesPerRow: bytesPerRow, format: format)
  }

  private func color(_ image: ImageBuffer, _ x: Int, _ y: Int) -> SIMD3<Int> {
    image.withUnsafeBytes { bytes in
      let start = y * image.bytesPerRow + x * image.format.bytesPerPixel
      let pixel = (0..<image.format.bytesPerPixel).map { Int(bytes[start + $0]) }
      return switch image.format {
      case .rgb, .rgba: SIMD3(pixel[0], pixel[1], pixel[2])
      case .bgra: SIMD3(pixel[2], pixel[1], pixel[0])
      case .gray: SIMD3(repeating: pixel[0])
      }
    }
  }

  @Test("Every cell is the mean of its pixels, in every format", arguments: PixelFormat.allCases)
  func means(format: PixelFormat) throws {
    let image = try noise(width: 53, height: 41, format: format, padding: 5)
    let (x, y) = (3..<47, 2..<39)
    let cells = try #require(sample(AreaSampler(columns: 6, rows: 5), x: x, y: y, of: image))
    for row in 0..<5 {
      for column in 0..<6 {
        var (sum, count) = (SIMD3<Int>.zero, 0)
        for v in y.lowerBound + row * y.count / 5..<y.lowerBound + (row + 1) * y.count / 5 {
          for u in x.lowerBound + column * x.count / 6..<x.lowerBound + (column + 1) * x.count / 6 {
            sum &+= color(image, u, v)
            count += 1
          }
        }
        let mean = SIMD3((0..<3).map { (sum[$0] + count / 2) / count })
        #expect(cells[row * 6 + column] == mean)
      }
    }
  }

  @Test("A part smaller than the cells repeats its pixels")
  func enlarging() throws {
    let image = try noise(width: 9, height: 9, format: .rgb, padding: 0)
    let cells = try #require(sample(AreaSampler(columns: 4, rows: 4), x: 7..<9, y: 0..<2, of: image))
    #expect(cells[0] == color(image, 7, 0))
    #expect(cells[3] == color(image, 8, 0))
    #expect(cells[15] == color(image, 8, 1))
  }

  @Test("Bright cells of the largest size do not run over; few taps see the same", arguments: [1, 4, 64])
  func largeCells(taps: Int) throws {
    let bytes = [UInt8](repeating: 255, count: 300 * 300 * 3)
    let image = try ImageBuffer(copying: bytes, width: 300, height: 300, format: .rgb)
    let sampler = AreaSampler(columns: 2, rows: 2, taps: taps)
    #expect(sample(sampler, x: 0..<300, y: 0..<300, of: image) == Array(repeating: SIMD3(repeating: 255), count: 4))
  }

  @Test("A part outside of the picture has no cells")
  func outside() throws {
    let image = try noise(width: 9, height: 9, format: .rgb, padding: 0)
    #expect(sample(AreaSampler(columns: 2, rows: 2), x: 9..<12, y: 0..<4, of: image) == nil)
    #expect(sample(AreaSampler(columns: 2, rows: 2), x: -5..<0, y: 0..<4, of: image) == nil)
  }
}
