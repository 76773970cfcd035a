import Testing
import VisionImaging

@testable import VisionMedia

@Suite("Frame rate")
struct FrameRateTests {
  @Test("the rate is the mean over the window, the work the mean of the frames in it")
  func mean() throws {
    var meter = FrameRateMeter()
    #expect(meter.frameRate == nil)
    meter.add(frameAtSeconds: 10, workInSeconds: 5)
    #expect(meter.frameRate == nil)
    for frame in 1...50 {
      meter.add(frameAtSeconds: 10 + Double(frame) * 0.0625, workInSeconds: frame.isMultiple(of: 2) ? 0.03 : 0.01)
    }
    let rate = try #require(meter.frameRate)
    #expect(rate.framesPerSecond == 16)
    #expect(abs(try #require(rate.millisecondsPerFrame) - 20) < 1e-9)
    // A stream that speeds up is measured anew within a second.
    for frame in 1...100 { meter.add(frameAtSeconds: 13.125 + Double(frame) / 64) }
    #expect(meter.frameRate == FrameRate(framesPerSecond: 64))
  }

  @Test("slow frames are measured from the one before; odd times do no harm; memory is bounded")
  func oddTimes() {
    var meter = FrameRateMeter(window: -3)
    for time in [0, 4, 8] as [Double] { meter.add(frameAtSeconds: time, workInSeconds: .nan) }
    #expect(meter.frameRate == FrameRate(framesPerSecond: 0.25))
    meter.add(frameAtSeconds: .infinity)
    #expect(meter.frameRate == FrameRate(framesPerSecond: 0.25))
    meter.add(frameAtSeconds: 1)
    meter.add(frameAtSeconds: 1)
    #expect(meter.frameRate == nil)
    meter.add(frameAtSeconds: 1.5)
    #expect(meter.frameRate == FrameRate(framesPerSecond: 4))
    var long = FrameRateMeter(window: 1e9)
    for time in 0..<5000 { long.add(frameAtSeconds: Double(time)) }
    #expect(long.frameRate == FrameRate(framesPerSecond: 1))
    #expect(Mirror(reflecting: long).children.contains { ($0.value as? [Any])?.count == FrameRateMeter.maximumFrames })
  }

  @Test(
    "the line is short",
    arguments: [
      (FrameRate(framesPerSecond: 28.44, millisecondsPerFrame: 35.2), "28.4 frames/s · 35 ms"),
      (FrameRate(framesPerSecond: 0.4), "0.4 frames/s"),
      (FrameRate(framesPerSecond: 99.96, millisecondsPerFrame: 9.96), "100 frames/s · 10 ms"),
      (FrameRate(framesPerSecond: 412.7, millisecondsPerFrame: 2.44), "413 frames/s · 2.4 ms"),
      (FrameRate(framesPerSecond: .infinity, millisecondsPerFrame: 3), "3.0 ms"),
      (FrameRate(framesPerSecond: .nan), ""),
    ])
  func text(rate: FrameRate, expected: String) { #expect(rate.text == expected) }

  @Test("it stands in its corner, light letters on a dark ground", arguments: FrameRateAnnotator.Corner.allCases)
  func corner(_ corner: FrameRateAnnotator.Corner) throws {
    let image = try DrawingTests.flat(255, width: 640, height: 360)
    let rates = [FrameRate(framesPerSecond: 28.4, millisecondsPerFrame: 35), FrameRate(framesPerSecond: 5)]
    let bytes = try FrameRateAnnotator(corner: corner).annotate(image, with: rates).rgbBytes()
    let dark = (0..<(640 * 360)).filter { bytes[$0 * 3] < 80 }
    let (columns, rows) = (dark.map { $0 % 640 }, dark.map { $0 / 640 })
    #expect(dark.count > 2000)
    #expect(columns.allSatisfy { corner.isLeft ? $0 < 200 : $0 > 440 })
    #expect(rows.allSatisfy { corner.isTop ? $0 < 60 : $0 > 300 })
    let letters = dark.indices.dropLast().count { dark[$0 + 1] - dark[$0] > 1 }
    #expect(letters > 200, "the ground is interrupted by letters")
  }

  @Test("a picture without room for letters stays as it is; many lines stay inside")
  func noRoom() throws {
    let tiny = try DrawingTests.flat(9, width: 20, height: 12)
    let rate = FrameRate(framesPerSecond: 28.4, millisecondsPerFrame: 35)
    #expect(try FrameRateAnnotator().annotate(tiny, with: [rate]).rgbBytes() == tiny.rgbBytes())
    let image = try DrawingTests.flat(9, width: 300, height: 100)
    let many = [FrameRate](repeating: rate, count: 90)
    #expect(try FrameRateAnnotator(corner: .bottomLeft).annotate(image, with: many).width == 300)
  }
}
