import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging
import VisionTasks

@testable import VisionMedia

@Suite("Cutouts", .needs(.ffmpeg))
struct CutoutTests {
  private static func image(_ width: Int, _ height: Int, _ format: PixelFormat = .rgb) throws -> ImageBuffer {
    var random = SeededGenerator(seed: 9)
    let bytes = (0..<width * height * format.bytesPerPixel).map { _ in UInt8.random(in: 0...255, using: &random) }
    return try ImageBuffer(copying: bytes, width: width, height: height, format: format)
  }

  private static func mask(_ values: [Float], _ width: Int, _ height: Int) throws -> Mask {
    try #require(Mask(float32Data: values, width: width, height: height, shouldCopy: true))
  }

  private static func pixels(_ image: ImageBuffer) -> [[UInt8]] {
    image.withUnsafeBytes { bytes in
      (0..<image.width * image.height).map { place in
        let start = place / image.width * image.bytesPerRow + place % image.width * image.format.bytesPerPixel
        return Array(bytes[start..<start + image.format.bytesPerPixel])
      }
    }
  }

  @Test(
    "Transparent, colored and image backgrounds equal blending by plain loops", arguments: [(7, 5), (33, 40), (1, 1)])
  func blending(width: Int, height: Int) throws {
    let image = try Self.image(width, height)
    var random = SeededGenerator(seed: 4)
    let odd: [Float] = [.nan, -1, 2, 0, 1, .infinity]
    let values = (0..<width * height).map { $0 < odd.count ? odd[$0] : Float.random(in: 0...1, using: &random) }
    let mask = try Self.mask(values, width, height)
    let source = Self.pixels(image)
    func weight(_ value: Float, _ full: Float) -> Int { Int((value > 0 ? min(value, 1) : 0) * full + 0.5) }
    let cut = Self.pixels(try Cutout().draw(image, foreground: mask))
    for (place, pixel) in cut.enumerated() {
      #expect(pixel == [source[place][2], source[place][1], source[place][0], UInt8(weight(values[place], 255))])
    }
    let behind = try Self.image(width, height, .rgba)
    let back = Self.pixels(behind)
    let backgrounds: [(Cutout.Background, (Int) -> [Int])] = [
      (.color(DrawingColor(rgb: 0x102030)), { _ in [0x30, 0x20, 0x10] }),
      (.image(behind), { place in [2, 1, 0].map { Int(back[place][$0]) } }),
    ]
    for (background, color) in backgrounds {
      let found = Self.pixels(try Cutout(background: background).draw(image, foreground: mask))
      for (place, pixel) in found.enumerated() {
        let share = weight(values[place], 256)
        let expected = (0..<3).map { channel in
          UInt8((Int(source[place][2 - channel]) * share + color(place)[channel] * (256 - share) + 128) / 256)
        }
        #expect(pixel == expected + [255])
      }
    }
  }

  @Test("The middle of a background of another shape covers the image, however long that is")
  func covering() throws {
    // Red, green and blue thirds, of which a square shows the middle one.
    let thirds = (0..<30 * 10).flatMap { place in (0..<3).map { UInt8(place % 30 / 10 == $0 ? 255 : 0) } }
    let background = try ImageBuffer(copying: thirds, width: 30, height: 10, format: .rgb)
    for (width, height) in [(10, 10), (5, 5), (20, 20), (1, 300), (32_767, 1), (1, 65_535)] {
      let image = try Self.image(width, height, .gray)
      let mask = try Self.mask([0], 1, 1)
      let found = try Cutout(background: .image(background)).draw(image, foreground: mask)
      #expect(found.width == width && found.height == height)
      guard width <= height else { continue }
      #expect(Self.pixels(found).allSatisfy { $0 == [0, 255, 0, 255] }, "\(width) x \(height)")
    }
  }

  @Test("A blurred background has nothing of the subject, and is smooth")
  func blur() throws {
    let (width, height) = (320, 180)
    // A red subject in front of blue and green stripes.
    let isSubject = { (x: Int, y: Int) in (120..<200).contains(x) && y >= 60 }
    var bytes: [UInt8] = []
    var values: [Float] = []
    for y in 0..<height {
      for x in 0..<width {
        bytes += isSubject(x, y) ? [255, 0, 0] : x / 4 % 2 == 0 ? [0, 0, 200] : [0, 200, 0]
        values.append(isSubject(x, y) ? 1 : 0)
      }
    }
    let image = try ImageBuffer(copying: bytes, width: width, height: height, format: .rgb)
    let cutout = Cutout(background: .blur)
    for _ in 0..<2 {
      let found = Self.pixels(try cutout.draw(image, foreground: Self.mask(values, width, height)))
      for y in 0..<height {
        for x in 0..<width {
          let pixel = found[y * width + x]
          if isSubject(x, y) {
            #expect(pixel == [0, 0, 255, 255])
          } else if (60..<260).contains(x) {
            // At the image's edges its last stripe outweighs the others.
            #expect(
              pixel[2] < 8 && abs(Int(pixel[0]) - 100) < 30 && abs(Int(pixel[1]) - 100) < 30, "\(x), \(y): \(pixel)")
          }
        }
      }
    }
    // Nothing but the subject, a mask of another size, and one pixel.
    _ = try cutout.draw(image, foreground: Self.mask([Float](repeating: 1, count: 4), 2, 2))
    let small = try Self.image(1, 1)
    #expect(try cutout.draw(small, foreground: Self.mask([0], 1, 1)).width == 1)
  }

  @Test("The subject is the only class, all but the background, or the classes that are named")
  func foreground() throws {
    func result(_ names: [String], _ planes: [[Float]]) throws -> ImageSegmenterResult {
      ImageSegmenterResult(
        confidenceMasks: try planes.map { try Self.mask($0, 2, 1) }, categoryMasks: nil, qualityScores: nil,
        timestampInMilliseconds: 0,
        segments: names.enumerated().map {
          ResultCategory(index: $0, score: 0.3, categoryName: $1, displayName: nil)
        })
    }
    func values(_ mask: Mask?) -> [Float] { mask.map { $0.withUnsafeFloats { Array($0) } } ?? [] }
    #expect(values(try result(["selfie"], [[0.5, 1]]).foreground(keeping: nil)) == [0.5, 1])
    let three = try result(["background", "cat", "dog"], [[0.5, 0.25], [0.25, 0.5], [0.25, 0.25]])
    #expect(values(try three.foreground(keeping: nil)) == [0.5, 0.75])
    #expect(values(try three.foreground(keeping: ["dog"])) == [0.25, 0.25])
    #expect(values(try three.foreground(keeping: ["dog", "cat"])) == [0.5, 0.75])
    #expect(values(try three.foreground(keeping: ["cow"])) == [0, 0])
    #expect(
      try ImageSegmenterResult(
        confidenceMasks: nil, categoryMasks: nil, qualityScores: nil, timestampInMilliseconds: 0
      ).foreground(keeping: nil) == nil)
  }
}
