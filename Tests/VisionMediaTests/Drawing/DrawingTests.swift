import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

@Suite("Drawing")
struct DrawingTests {
  /// A hand spread over the middle of a picture.
  static let hand: [SIMD2<Float>] = (0..<21).map { index in
    SIMD2(0.35 + 0.3 * Float(index % 5) / 4, 0.35 + 0.3 * Float(index / 5) / 4)
  }

  static func flat(_ value: UInt8, width: Int, height: Int) throws -> ImageBuffer {
    try ImageBuffer(
      copying: [UInt8](repeating: value, count: width * height), width: width, height: height, format: .gray)
  }

  @Test("a canvas without drawing gives the picture back, opaque", arguments: PixelFormat.allCases)
  func canvasKeepsPixels(format: PixelFormat) throws {
    let image = try ImageBuffer.ramp(width: 13, height: 7, format: format)
    let result = try ImageCanvas(image).finish()
    #expect(result.format == .bgra)
    #expect(try result.rgbBytes() == image.rgbBytes())
    #expect(try result.converted(to: .rgba).packedBytes.enumerated().allSatisfy { $0 % 4 != 3 || $1 == 255 })
  }

  @Test("shapes lie where they are asked for, with antialiased edges")
  func shapes() throws {
    let canvas = try ImageCanvas(Self.flat(0, width: 40, height: 40))
    canvas.fillCircle(center: SIMD2(10, 10), radius: 5, color: DrawingColor(rgb: 0xFF0000))
    canvas.fillRoundedBox(
      DrawingBox(minX: 20, minY: 20, width: 10, height: 6), cornerRadius: 2, color: DrawingColor(rgb: 0x00FF00))
    canvas.strokeLine(from: SIMD2(0, 35.5), to: SIMD2(40, 35.5), width: 1, color: DrawingColor(rgb: 0x0000FF))
    let bytes = try canvas.finish().rgbBytes()
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(bytes[((y * 40 + x) * 3)..<((y * 40 + x) * 3 + 3)]) }
    #expect(pixel(10, 10) == [255, 0, 0])
    #expect(pixel(25, 23) == [0, 255, 0])
    #expect(pixel(25, 27) == [0, 0, 0])
    #expect(pixel(20, 35) == [0, 0, 255])
    #expect((1...254).contains(Int(pixel(6, 6)[0])), "the circle's edge is soft")
    #expect((1...254).contains(Int(pixel(20, 20)[1])), "the box's corner is round")
  }

  @Test("nothing drawn far away or at no place harms the picture")
  func absurdPlaces() throws {
    let image = try Self.flat(100, width: 16, height: 16)
    let canvas = try ImageCanvas(image)
    for place in [Double.nan, .infinity, -1e300, 1e300] {
      canvas.strokeLine(from: SIMD2(place, 3), to: SIMD2(3, 3), width: 2, color: .white)
      canvas.fillCircle(center: SIMD2(3, place), radius: 4, color: .white)
      canvas.drawText("A", at: SIMD2(place, place), size: 10, color: .white)
    }
    #expect(try canvas.finish().rgbBytes() == image.rgbBytes())
  }

  @Test(
    "sizes that are no lengths are drawn as the nearest ones", .timeLimit(.minutes(1)),
    arguments: [Double.nan, -.infinity, -3, 0, 1e-300, 1e5, 1e9, 1e100, .infinity])
  func absurdSizes(size: Double) throws {
    let image = try Self.flat(100, width: 160, height: 120)
    var box = BoxAnnotation(box: DrawingBox(minX: 20, minY: 20, width: 80, height: 50), label: "cat")
    box.keypoints = [SIMD2(0.3, 0.3)]
    let trail = Trail(
      id: 1, points: [10, 150].map { Trail.Point(position: SIMD2($0, 60), freshness: 1, isJoined: $0 > 10) })
    for style in [
      AnnotationStyle(lineWidth: size, jointRadius: 2, fontSize: 12),
      AnnotationStyle(lineWidth: 1, jointRadius: size, fontSize: 12),
      AnnotationStyle(lineWidth: 1, jointRadius: 2, fontSize: size),
    ] {
      let canvas = try ImageCanvas(image)
      LandmarkAnnotator(style: style).draw([LandmarkAnnotation(landmarks: Self.hand, label: "Victory · 手")], on: canvas)
      BoxAnnotator(style: style).draw([box], on: canvas)
      TrailAnnotator(style: style).draw([trail], on: canvas)
      FrameRateAnnotator(style: style).draw([FrameRate(framesPerSecond: 20)], on: canvas)
      BarAnnotator(style: style).draw([BarAnnotation(label: "smile", value: 0.5)], on: canvas)
      _ = try canvas.finish()
    }
    let canvas = try ImageCanvas(image)
    canvas.strokeLine(from: SIMD2(1, 1), to: SIMD2(9, 9), width: size, color: .white)
    canvas.fillCircle(center: SIMD2(5, 5), radius: size, color: .white)
    canvas.fillRoundedBox(box.box, cornerRadius: size, color: .white)
    canvas.strokeRoundedBox(box.box, cornerRadius: 3, width: size, color: .white)
    for text in ["cat", "猫"] {
      canvas.drawText(text, at: SIMD2(5, 60), size: size, color: .white)
      #expect(canvas.textWidth(text, size: size) >= 0)
    }
    _ = try canvas.finish()
  }

  @Test("a hand shows on black, gray and white", arguments: [0, 118, 255] as [UInt8])
  func visibleOnAnyGround(ground: UInt8) throws {
    let image = try Self.flat(ground, width: 320, height: 240)
    let bytes = try LandmarkAnnotator().annotate(image, with: [LandmarkAnnotation(landmarks: Self.hand)]).rgbBytes()
    let strong = bytes.count { abs(Int($0) - Int(ground)) > 100 }
    #expect(strong > 1000)
  }

  @Test(
    "labels stay inside the picture, wherever the hand is",
    arguments: [(32, 24), (64, 48), (320, 240), (240, 900), (1920, 1080)])
  func labelsInside(size: (Int, Int)) throws {
    let canvas = try ImageCanvas(Self.flat(90, width: size.0, height: size.1))
    let style = AnnotationStyle(width: size.0, height: size.1)
    let (width, height) = (Double(size.0), Double(size.1))
    var layout = LabelLayout(width: width, height: height)
    for (x, y) in [(0.0, 0.0), (0.9, 0.9), (-0.1, 0.5), (0.5, -0.1), (0.0, 0.95)] {
      guard let label = Label("Victory 0.93 · Left", fontSize: style.fontSize, on: canvas) else { continue }
      let figure = DrawingBox(minX: x * width, minY: y * height, width: width * 0.2, height: height * 0.2)
      guard let box = layout.place(label, beside: figure, avoiding: []) else {
        Issue.record("no place for a label beside \(figure)")
        continue
      }
      #expect(box.minX >= 0 && box.maxX <= width)
      #expect(box.minY >= 0 && box.maxY <= height)
    }
    _ = try canvas.finish()
  }

  @Test("labels are at least seven pixels high, lose words when the room is small, and vanish when there is none")
  func labelsShorten() throws {
    let wide = try ImageCanvas(Self.flat(0, width: 640, height: 480))
    let whole = Label("Victory 0.93 · Left", fontSize: 17, on: wide)
    #expect(whole?.text == "Victory 0.93 · Left")
    let narrow = try ImageCanvas(Self.flat(0, width: 60, height: 200))
    let shortened = Label("Victory 0.93 · Left", fontSize: 17, on: narrow)
    let short = try #require(shortened)
    #expect("Victory 0.93 · Left".hasPrefix(short.text))
    #expect(!short.text.hasSuffix("·"))
    #expect(short.fontSize >= AnnotationStyle.minFontSize)
    let tiny = try ImageCanvas(Self.flat(0, width: 32, height: 24))
    let none = Label("Victory 0.93 · Left", fontSize: 7, on: tiny)
    #expect(none?.text == nil)
  }

  @Test("a label of a megabyte is drawn as one of a line, in no more time")
  func longLabel() throws {
    let canvas = try ImageCanvas(Self.flat(0, width: 640, height: 480))
    for text in ["word ", "x"] {
      let label = Label(String(repeating: text, count: 500_000), fontSize: 17, on: canvas)
      let shown = try #require(label).text
      #expect((20...300).contains(shown.count), "\(shown.count)")
    }
    // One letter with marks without end.
    let marked = Label("x" + String(repeating: "\u{301}", count: 500_000), fontSize: 17, on: canvas)
    #expect(try #require(marked).text.unicodeScalars.count == 300)
  }

  @Test("two labels do not cover each other")
  func labelsApart() throws {
    let canvas = try ImageCanvas(Self.flat(0, width: 640, height: 480))
    let measured = Label("Thumb_Up 0.81 · Left", fontSize: 17, on: canvas)
    let label = try #require(measured)
    var layout = LabelLayout(width: 640, height: 480)
    let figure = DrawingBox(minX: 300, minY: 200, width: 80, height: 80)
    let places = [0, 1].compactMap { _ in layout.place(label, beside: figure, avoiding: []) }
    try #require(places.count == 2)
    #expect(places[0].intersection(places[1]) == 0)
    #expect(places[0].intersection(figure) == 0)
  }

  @Test("few, many and impossible landmarks draw what can be drawn")
  func oddLandmarks() throws {
    let image = try Self.flat(50, width: 64, height: 64)
    let odd: [[SIMD2<Float>]] = [
      [], [SIMD2(0.5, 0.5)], [SIMD2(.nan, 0.5)], Self.hand + Self.hand, [SIMD2(-5, 9), SIMD2(.infinity, 0)],
    ]
    for landmarks in odd {
      let hand = LandmarkAnnotation(landmarks: landmarks, label: "x")
      let result = try LandmarkAnnotator().annotate(image, with: [hand])
      #expect(result.width == 64)
    }
  }

  @Test("the hand's skeleton joins 21 landmarks with 21 lines")
  func handSkeleton() {
    let connections = LandmarkSkeleton.hand.connections
    #expect(Set(connections).count == 21)
    #expect(Set(connections.flatMap { [$0.start, $0.end] }) == Set(0..<21))
  }

  @Test("a picture wider than Cairo draws is refused")
  func tooLarge() throws {
    let image = try Self.flat(0, width: 40_000, height: 1)
    #expect { _ = try LandmarkAnnotator().annotate(image, with: []) } throws: {
      ($0 as? TasksError)?.code == .invalidArgumentError
    }
  }
}
