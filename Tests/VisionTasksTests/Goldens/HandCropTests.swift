import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionCatalog
import VisionImaging

@Suite(
  "Crops of palms and hands equal the reference's to the byte",
  .needs(.shared))
struct HandCropTests {
  /// Digests of the crops that a numpy model of MediaPipe's sampling takes in the same cases, with the rectangles it takes
  /// them from (x centre, y centre, width, height, rotation).
  struct Crops: Decodable {
    struct Hand: Decodable {
      let rect: [Float]
      let sha256: String
    }

    let palm: String
    let hands: [Hand]
  }

  @Test("Letterboxed palm crops (zero border) and turned hand crops (replicated border) of every still image")
  func crops() throws {
    let url = try #require(
      Bundle.module.url(forResource: "hand-crops", withExtension: "json", subdirectory: "Fixtures"))
    let expected = try JSONDecoder().decode([String: Crops].self, from: Data(contentsOf: url))
    var palmCount = 0
    var handCount = 0
    for golden in try Golden.gestureImages() {
      let crops = try #require(expected[golden.case])
      let image = try golden.mpImage()
      let full = RotatedRegion(coveringImageOf: image.imageBuffer.size, rotationDegrees: image.rotationDegrees)
        .pixels(in: image.imageBuffer.size)
      let palm = try digest(
        of: full.letterboxed(tensorWidth: 192, tensorHeight: 192), in: image.imageBuffer, size: 192, border: .zero)
      #expect(palm == crops.palm, "\(golden.case): palm crop")
      palmCount += 1
      for (index, hand) in crops.hands.enumerated() {
        let rect = RotatedRegion(
          xCenter: hand.rect[0], yCenter: hand.rect[1], width: hand.rect[2], height: hand.rect[3],
          rotation: hand.rect[4])
        let crop = try digest(
          of: rect.pixels(in: image.imageBuffer.size), in: image.imageBuffer, size: 224, border: .replicate)
        #expect(crop == hand.sha256, "\(golden.case): crop of hand \(index)")
        handCount += 1
      }
    }
    print("crops compared byte for byte: \(palmCount) of palms, \(handCount) of hands")
    #expect(palmCount >= 89)
    #expect(handCount > 60)
  }

  /// The plain sampler with the right corners of the numpy model, which is after MediaPipe 0.10.21; RegionSamplerTests compares
  /// it with the fast one.
  private func digest(
    of region: RotatedRegion, in image: ImageBuffer, size: Int, border: BorderMode
  ) throws -> String {
    let sampler = ReferenceSampler(width: size, height: size, border: border, rightCorners: .mirrored)
    return try SHA256Digest.hexadecimal(of: sampler.sample(region, of: image))
  }
}
