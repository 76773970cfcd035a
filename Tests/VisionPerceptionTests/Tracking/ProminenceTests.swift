import Foundation
import Testing

@testable import VisionPerception

@Suite("The most prominent object")
struct ProminenceTests {
  private let size = CGSize(width: 640, height: 480)

  private func box(_ centerX: Double, _ centerY: Double, _ width: Double, _ height: Double) -> CGRect {
    CGRect(x: centerX - width / 2, y: centerY - height / 2, width: width, height: height)
  }

  @Test("Of two equal objects the one in the middle; of two in one place the larger one")
  func placeAndSize() {
    let middle = Prominence.of(box(320, 240, 100, 100), score: 0.8, in: size)
    #expect(middle > Prominence.of(box(60, 60, 100, 100), score: 0.8, in: size))
    #expect(abs(Prominence.of(box(320, 240, 200, 200), score: 0.8, in: size) / middle - 2) < 1e-6)
  }

  @Test("The formula: score, root of the area up to four fifths, a bell of a quarter")
  func formula() {
    // A sixteenth of the picture in its middle.
    #expect(abs(Prominence.of(box(320, 240, 160, 120), score: 0.5, in: size) - 0.125) < 1e-6)
    // A quarter of the width to the side: e^(-1/2).
    #expect(abs(Prominence.of(box(480, 240, 160, 120), score: 0.5, in: size) - 0.125 * exp(-0.5)) < 1e-6)
    let full = Prominence.of(box(320, 240, 640, 480), score: 1, in: size)
    #expect(abs(full - 0.8.squareRoot()) < 1e-6)
    // A weak large one and a sure small one, both in the middle.
    #expect(Prominence.of(box(320, 240, 640, 480), score: 0.2, in: size) < 0.2)
    #expect(Prominence.of(box(320, 240, 200, 200), score: 0.9, in: size) > 0.3)
    #expect(Prominence.of(CGRect.null, score: 1, in: size) == 0)
    #expect(Prominence.of(box(320, 240, 100, 100), score: 1, in: .zero) == 0)
  }

  @Test("The cup is more prominent than the table that fills the image, and a table alone is a subject")
  func surfaces() {
    // The detections in a photo of a coffee cup, in its 600 x 400 pixels.
    let photo = CGSize(width: 600, height: 400)
    let table = CGRect(x: 2, y: 0, width: 595, height: 400)
    let cup = Prominence.of(CGRect(x: 171, y: 17, width: 240, height: 244), score: 0.5, className: "cup", in: photo)
    for name in ["dining table", "bed", "couch", "bench"] {
      let surface = Prominence.of(table, score: 0.61, className: name, in: photo)
      #expect(surface < cup && surface > Prominence.minimum)
    }
    #expect(Prominence.of(table, score: 0.61, className: "cat", in: photo) > cup)
  }

  @Test("A mirrored object is as prominent")
  func mirrored() {
    #expect(
      abs(
        Prominence.of(box(200, 100, 80, 60), score: 0.7, in: size)
          - Prominence.of(box(440, 100, 80, 60), score: 0.7, in: size)) < 1e-9)
  }

  @Test("A fifth more is no reason to change; three tenths more for five frames is, once")
  func challenge() {
    var choice = ProminentChoice()
    #expect(choice.update([(1, 0.5), (2, 0.4)]) == 1)
    for _ in 0..<30 { #expect(choice.update([(1, 0.5), (2, 0.6)]) == 1) }
    for _ in 0..<4 { #expect(choice.update([(1, 0.5), (2, 0.65)]) == 1) }
    // A frame in which it is not, and the count begins anew.
    #expect(choice.update([(1, 0.5), (2, 0.6)]) == 1)
    for _ in 0..<4 { #expect(choice.update([(1, 0.5), (2, 0.65)]) == 1) }
    for _ in 0..<10 { #expect(choice.update([(1, 0.5), (2, 0.65)]) == 2) }
  }

  @Test("An object out of sight keeps its place for eight frames")
  func patience() {
    var choice = ProminentChoice()
    #expect(choice.update([(1, 0.5)]) == 1)
    for _ in 0..<8 { #expect(choice.update([(2, 0.6)]) == nil) }
    #expect(choice.update([(1, 0.5), (2, 0.6)]) == 1)
    for _ in 0..<8 { #expect(choice.update([(2, 0.6)]) == nil) }
    #expect(choice.update([(2, 0.6)]) == 2)
    #expect(ProminentChoice().current == nil)
  }

  @Test("Frames that the detector skips count: a challenger and an absence are measured in frames")
  func skippedFrames() {
    var choice = ProminentChoice()
    #expect(choice.update([(1, 0.5), (2, 0.65)], frames: 1) == 2)
    #expect(choice.update([(1, 0.9), (2, 0.65)], frames: 3) == 2)
    #expect(choice.update([(1, 0.9), (2, 0.65)], frames: 3) == 1)
    for _ in 0..<2 { #expect(choice.update([(2, 0.6)], frames: 4) == nil) }
    #expect(choice.update([(2, 0.6)], frames: 4) == 2)
  }
}
