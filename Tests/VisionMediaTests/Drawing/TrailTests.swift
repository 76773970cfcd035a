import Testing
import VisionImaging

@testable import VisionMedia

@Suite("Trails")
struct TrailTests {
  /// A path from left to right in a picture of 600 x 300.
  private static let path = Trail(
    id: 3,
    points: (0...20).map { index in
      Trail.Point(position: SIMD2(50 + 25 * Double(index), 150), freshness: Double(index) / 20, isJoined: index > 0)
    })

  @Test(
    "a path grows wider and stronger towards its head, on black, gray and white", arguments: [0, 118, 255] as [UInt8])
  func fades(ground: UInt8) throws {
    let image = try DrawingTests.flat(ground, width: 600, height: 300)
    let bytes = try TrailAnnotator().annotate(image, with: [Self.path]).rgbBytes()
    func difference(_ x: Int, _ y: Int) -> Int {
      (0..<3).map { abs(Int(bytes[(y * 600 + x) * 3 + $0]) - Int(ground)) }.max() ?? 0
    }
    func drawn(_ x: Int) -> Int { (0..<300).count { difference(x, $0) > 12 } }
    let widths = [100, 200, 300, 400, 500].map(drawn)
    print("widths of a path on \(ground): \(widths)")
    #expect(widths == widths.sorted() && widths[4] > widths[0])
    let strengths = [60, 110, 210, 310].map { difference($0, 150) }
    #expect(strengths == strengths.sorted() && strengths[3] > strengths[0])
    #expect(difference(310, 150) > 90)
    #expect(drawn(30) == 0 && drawn(580) == 0)
    // Where pieces meet, the middle of the line is no darker or lighter than between.
    #expect(abs(difference(400, 150) - difference(412, 150)) <= 24)
  }

  @Test("gaps stay free, and only what is seen now has a dot")
  func drawnGaps() throws {
    var trail = Self.path
    trail.points[10].isJoined = false
    for index in trail.points.indices { trail.points[index].freshness *= 0.9 }
    let image = try DrawingTests.flat(0, width: 600, height: 300)
    let bytes = try TrailAnnotator().annotate(image, with: [trail]).rgbBytes()
    #expect((0..<300).allSatisfy { bytes[($0 * 600 + 287) * 3 + 1] == 0 })
    #expect(bytes[(150 * 600 + 350) * 3 + 1] > 60)
    #expect(!bytes.indices.contains { $0 % 3 == 0 && bytes[$0...].prefix(3).allSatisfy { $0 == 255 } })
  }

  @Test("no path, one point, one place and absurd places draw what can be drawn")
  func oddPaths() throws {
    let image = try DrawingTests.flat(80, width: 64, height: 48)
    func trail(_ places: [SIMD2<Double>], freshness: Double = 1) -> Trail {
      Trail(id: -5, points: places.map { Trail.Point(position: $0, freshness: freshness, isJoined: true) })
    }
    let same =
      [[], [SIMD2(-500, 20), SIMD2(-400, 20)], [SIMD2(.nan, 1), SIMD2(1e300, .infinity)]] as [[SIMD2<Double>]]
    for places in same {
      #expect(try TrailAnnotator().annotate(image, with: [trail(places)]).rgbBytes() == image.rgbBytes())
    }
    for places in [[SIMD2(20, 20)], [SIMD2(20, 20), SIMD2(20, 20)], [SIMD2(-9e5, 20), SIMD2(9e5, 20)]] {
      #expect(try TrailAnnotator().annotate(image, with: [trail(places)]).rgbBytes() != image.rgbBytes())
    }
    _ = try TrailAnnotator().annotate(image, with: [trail([SIMD2(2, 2), SIMD2(30, 30)], freshness: .nan)])
  }
}
