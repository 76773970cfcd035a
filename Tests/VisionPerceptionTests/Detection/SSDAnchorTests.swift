import Testing
import VisionPerception

@Suite("Anchors of single-shot detectors")
struct SSDAnchorTests {
  @Test("The palm detector has 2016: two a cell on 24 x 24, then six a cell on 12 x 12")
  func palm() {
    let centers: [SIMD2<Float>] = SSDAnchorOptions.palm.anchorCenters()
    func center(_ x: Float, _ y: Float, cells: Float) -> SIMD2<Float> { SIMD2(x, y) / cells }
    #expect(centers.count == 2016)
    #expect(centers[0] == center(0.5, 0.5, cells: 24))
    #expect(centers[1] == centers[0])
    #expect(centers[2] == center(1.5, 0.5, cells: 24))
    #expect(centers[1151] == center(23.5, 23.5, cells: 24))
    #expect(centers[1152...1157].allSatisfy { $0 == center(0.5, 0.5, cells: 12) })
    #expect(centers[1158] == center(1.5, 0.5, cells: 12))
    #expect(centers[2015] == center(11.5, 11.5, cells: 12))
  }

  @Test("Layers of one stride share a grid wherever they stand together; strides that do not divide round up")
  func grids() {
    #expect(SSDAnchorOptions(inputSize: 224, strides: [8, 16, 32, 32, 32]).anchorCenters().count == 2254)
    #expect(SSDAnchorOptions(inputSize: 10, strides: [4]).anchorCenters().count == 3 * 3 * 2)
    #expect(SSDAnchorOptions(inputSize: 192, strides: []).anchorCenters().isEmpty)
  }
}
