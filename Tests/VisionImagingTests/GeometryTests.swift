import Foundation
import Testing
import VisionImaging

@Suite("Rectangles and regions")
struct GeometryTests {
  let size = ImageSize(width: 640, height: 480)

  @Test("The full rectangle covers the picture exactly in every orientation")
  func fullRect() {
    let upright = RotatedRegion(coveringImageOf: size)
    #expect(upright == RotatedRegion(xCenter: 0.5, yCenter: 0.5, width: 1, height: 1, rotation: 0))
    let right = RotatedRegion(coveringImageOf: size, rotationDegrees: 90).pixels(in: size)
    #expect(abs(right.width - 480) < 1e-3)
    #expect(abs(right.height - 640) < 1e-3)
    #expect(right.rotation == Float(-Double.pi / 2))
    #expect(RotatedRegion(coveringImageOf: size, rotationDegrees: 180).rotation == Float(-Double.pi))
  }

  @Test("A rotation is that of the caller's degrees, which single precision rounds by full turns")
  func fullTurns() throws {
    let buffer = try ImageBuffer(copying: [UInt8](repeating: 0, count: 6), width: 2, height: 1, format: .rgb)
    for (degrees, orientation) in [(-90, ImageOrientation.left), (-180, .down), (450, .right), (720, .up)] {
      let image = try #require(MPImage(imageBuffer: buffer, rotationDegrees: degrees))
      #expect(image.orientation == orientation && image.rotationDegrees == degrees)
      let region = RotatedRegion(coveringImageOf: size, rotationDegrees: image.rotationDegrees)
      #expect(region.rotation == Float(-Double(degrees) * .pi / 180))
      #expect(region.width == (degrees % 180 == 0 ? 1 : 0.75))
    }
    #expect(MPImage(imageBuffer: buffer, rotationDegrees: 45) == nil)
    #expect(try MPImage(imageBuffer: buffer, orientation: .left).rotationDegrees == 270)
  }

  @Test("A letterbox grows the short side about the centre")
  func letterbox() {
    let region = RotatedRegion(coveringImageOf: size).pixels(in: size)
    let square = region.letterboxed(tensorWidth: 192, tensorHeight: 192)
    #expect(square == RotatedRegion(xCenter: 320, yCenter: 240, width: 640, height: 640, rotation: 0))
    let wide = region.letterboxed(tensorWidth: 400, tensorHeight: 100)
    #expect(wide.width == 1920)
    #expect(wide.height == 480)
  }

  @Test("Expanding shifts along the rectangle's own axis and makes a square of the long side")
  func expansion() {
    let rect = RotatedRegion(xCenter: 0.5, yCenter: 0.5, width: 0.1, height: 0.25, rotation: 0)
    let upright = rect.expandedToSquare(scale: 2, shiftY: -0.5, in: size)
    // 64 x 120 pixels: the side is 120, the centre moves up by half the height.
    #expect(abs(upright.width * 640 - 240) < 1e-3)
    #expect(abs(upright.height * 480 - 240) < 1e-3)
    #expect(abs(upright.yCenter - 0.375) < 1e-6)
    var turned = rect
    turned.rotation = Float.pi / 2
    let moved = turned.expandedToSquare(scale: 2, shiftY: -0.5, in: size)
    // Up in a rectangle turned by a quarter is right in the picture: 60 pixels.
    #expect(abs(moved.xCenter * 640 - 380) < 1e-3)
    #expect(abs(moved.yCenter * 480 - 240) < 1e-3)
  }

  @Test("Overlap of boxes: half, all, none, without area")
  func overlap() {
    let box = NormalizedBox(minX: 0, minY: 0, maxX: 2, maxY: 2)
    #expect(box.intersectionOverUnion(box) == 1)
    #expect(box.intersectionOverUnion(NormalizedBox(minX: 1, minY: 0, maxX: 3, maxY: 2)) == 1.0 / 3)
    #expect(box.intersectionOverUnion(NormalizedBox(minX: 2, minY: 0, maxX: 3, maxY: 2)) == 0)
    let point = NormalizedBox(minX: 1, minY: 1, maxX: 1, maxY: 1)
    #expect(point.intersectionOverUnion(point) == 0)
  }

  @Test("Points go from the tensor to the picture through the turned region")
  func transform() {
    let region = RotatedRegion(xCenter: 320, yCenter: 240, width: 100, height: 200, rotation: Float.pi / 2)
    let toImage = region.transformToImage(of: size)
    let center = toImage(SIMD2(0.5, 0.5))
    #expect(abs(center.x - 0.5) < 1e-6 && abs(center.y - 0.5) < 1e-6)
    // The region's right is the picture's down.
    let right = toImage(SIMD2(1, 0.5))
    #expect(abs(right.x * 640 - 320) < 1e-3 && abs(right.y * 480 - 290) < 1e-3)
    let bounds = toImage(NormalizedBox(minX: 0, minY: 0, maxX: 1, maxY: 1))
    #expect(abs(bounds.width * 640 - 200) < 1e-3)
    #expect(abs(bounds.height * 480 - 100) < 1e-3)
  }

  @Test("Angles are brought into one turn, 90 radians too")
  func angles() {
    #expect(Float(0).normalizedRadians == 0)
    #expect(abs(Float(90).normalizedRadians - 2.0354) < 1e-4)
    #expect(Float(Double.pi).normalizedRadians >= -Float(Double.pi))
    #expect(abs(Float(-7).normalizedRadians - (-7 + 2 * Float.pi)) < 1e-5)
  }
}
