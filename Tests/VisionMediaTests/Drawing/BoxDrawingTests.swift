import Foundation
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

@Suite("Drawing of boxes")
struct BoxDrawingTests {
  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> DrawingBox {
    DrawingBox(minX: x, minY: y, width: width, height: height)
  }

  @Test("The line lies inside the box's edge; its middle and what is outside stay as they were")
  func placement() throws {
    let image = try DrawingTests.flat(0, width: 1000, height: 900)
    let object = BoxAnnotation(box: box(200, 150, 500, 300), color: DrawingColor(rgb: 0x00FF00))
    let bytes = try BoxAnnotator().annotate(image, with: [object]).rgbBytes()
    func green(_ x: Int, _ y: Int) -> UInt8 { bytes[(y * 1000 + x) * 3 + 1] }
    // Lines of 6 pixels with an edge of 1.8.
    #expect(green(204, 300) == 255 && green(695, 300) == 255 && green(450, 154) == 255 && green(450, 445) == 255)
    #expect(green(450, 300) == 0 && green(199, 300) == 0 && green(701, 300) == 0 && green(450, 149) == 0)
  }

  @Test("A box over the edge shows all its sides; one outside, or of no number, draws nothing")
  func edges() throws {
    let image = try DrawingTests.flat(0, width: 900, height: 900)
    func drawn(_ box: DrawingBox) throws -> [UInt8] {
      try BoxAnnotator().annotate(image, with: [BoxAnnotation(box: box, label: "cat", color: .white)]).rgbBytes()
    }
    let over = try drawn(box(-50, -50, 2000, 2000))
    for (x, y) in [(4, 450), (895, 450), (450, 895), (450, 4)] { #expect(over[(y * 900 + x) * 3] == 255) }
    for nowhere in [box(1200, 200, 50, 50), box(.nan, 0, 10, 10), box(0, 0, -5, 10), box(0, 0, .infinity, .nan)] {
      #expect(try drawn(nowhere).allSatisfy { $0 == 0 })
    }
  }

  /// A label of some text, and a layout, for a picture of 400 x 300.
  private func label(_ text: String) throws -> (Label, LabelLayout) {
    let canvas = try ImageCanvas(DrawingTests.flat(0, width: 400, height: 300))
    guard let label = Label(text, fontSize: 12, on: canvas) else { throw CocoaError(.featureUnsupported) }
    return (label, LabelLayout(width: 400, height: 300))
  }

  @Test("Labels sit on top of their boxes, under them where there is no room, and never outside")
  func labels() throws {
    let (label, empty) = try label("cat 0.72")
    var layout = empty
    let above = layout.place(label, atBox: box(100, 100, 80, 80), avoiding: [])
    let second = layout.place(label, atBox: box(102, 101, 80, 80), avoiding: [])
    let atTop = layout.place(label, atBox: box(300, -20, 80, 60), avoiding: [])
    let outside = layout.place(label, atBox: box(500, 10, 80, 60), avoiding: [])
    let first = try #require(above)
    #expect(first.minX == 100 && abs(first.maxY - 100) < 1e-9)
    // The same place again would hide the first label.
    #expect(try #require(second).intersection(first) == 0)
    let inside = try #require(atTop)
    #expect(inside.minY >= 0 && inside.maxX <= 400)
    #expect(outside == nil)
  }

  @Test("In a crowd, labels that would hide others are left out")
  func crowd() throws {
    let (label, empty) = try label("person 0.31")
    var layout = empty
    var placed = 0
    for index in 0..<40 where layout.place(label, atBox: box(200 + Double(index % 3), 150, 6, 9), avoiding: []) != nil {
      placed += 1
    }
    #expect((2...8).contains(placed))
  }

  @Test("A class always has its colour; different classes differ, and letters stand out on each")
  func colors() {
    let colors = (0..<90).map { DrawingColor.category($0) }
    #expect(colors == (0..<90).map { DrawingColor.category($0) })
    func distance(_ a: DrawingColor, _ b: DrawingColor) -> Double {
      abs(a.red - b.red) + abs(a.green - b.green) + abs(a.blue - b.blue)
    }
    var least = Double.infinity
    for first in colors.indices {
      for second in colors.indices where second > first { least = min(least, distance(colors[first], colors[second])) }
    }
    print("90 classes: the two closest colours differ by \(least) of 3")
    #expect(least > 0.02)
    #expect(zip(colors, colors.dropFirst()).allSatisfy { distance($0, $1) > 0.3 })
    #expect(DrawingColor.white.isLight && !DrawingColor.ink.isLight)
    #expect(DrawingColor(hue: 0, saturation: 1, brightness: 1) == DrawingColor(rgb: 0xFF0000))
    #expect(DrawingColor(hue: 1.0 / 3, saturation: 1, brightness: 1).green == 1)
    #expect(DrawingColor.category(-7) == DrawingColor.category(-7))
  }
}
