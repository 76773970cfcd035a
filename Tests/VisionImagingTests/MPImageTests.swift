import Foundation
import Testing
import VisionImaging

@Suite struct MPImageTests {
  private let pixels: ImageBuffer

  init() throws {
    pixels = try ImageBuffer(copying: Array(0..<18), width: 3, height: 2, format: .rgb)
  }

  @Test("A picture is upright unless said otherwise")
  func defaults() throws {
    let image = try MPImage(imageBuffer: pixels)
    #expect(image.orientation == .up)
    #expect(image.imageSourceType == .imageBuffer)
    #expect(image.width == 3)
    #expect(image.height == 2)
  }

  @Test("Width and height are those of the stored pixels in every orientation", arguments: ImageOrientation.allCases)
  func storedSize(orientation: ImageOrientation) throws {
    let image = try MPImage(imageBuffer: pixels, orientation: orientation)
    #expect(image.orientation == orientation)
    #expect(image.width == 3)
    #expect(image.height == 2)
  }

  @Test("Making a picture copies no pixels")
  func sharesPixels() throws {
    let image = try MPImage(imageBuffer: pixels)
    let given = pixels.withUnsafeBytes { $0.baseAddress }
    #expect(image.imageBuffer.withUnsafeBytes { $0.baseAddress } == given)
  }

  @Test("The source types are MediaPipe's, with one of ours that stays clear of them")
  func sourceTypes() {
    #expect(MPImageSourceType.image.rawValue == 0)
    #expect(MPImageSourceType.pixelBuffer.rawValue == 1)
    #expect(MPImageSourceType.sampleBuffer.rawValue == 2)
    #expect(MPImageSourceType.imageBuffer.rawValue > 2)
  }
}
