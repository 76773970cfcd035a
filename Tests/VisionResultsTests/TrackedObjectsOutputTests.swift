import Foundation
import Testing
import VisionMedia
import VisionTasks

@testable import VisionResults

@Suite("Followed objects in the command's outputs")
struct TrackedObjectsOutputTests {
  private static let cat = TrackedObject(
    trackingID: 3, boundingBox: CGRect(x: 10.6, y: 20.4, width: 30.5, height: 40), score: 0.75,
    objectClass: ObjectClass(index: 16, name: "cat", displayName: "Katze"))
  private static let hidden = TrackedObject(
    trackingID: 5, boundingBox: CGRect(x: 200, y: 100, width: 50, height: 60), score: 0.5,
    objectClass: ObjectClass(index: 7), missedUpdates: 1)
  private static let output = TrackedObjectsOutput(objects: [cat, hidden])

  @Test("A line of JSON has each object's number beside its box")
  func json() throws {
    #expect(
      try FrameRecord(file: nil, frame: 2, timestampMs: 80, output: Self.output).json() == """
        {"detections":[{"boundingBox":{"height":40,"width":31,"x":11,"y":20},\
        "categories":[{"categoryName":"cat","displayName":"Katze","index":16,"score":0.75}],"trackingId":3},\
        {"boundingBox":{"height":60,"width":50,"x":200,"y":100},\
        "categories":[{"categoryName":"","index":7,"score":0.5}],"trackingId":5}],"frame":2,"task":"detect","timestampMs":80}
        """)
  }

  @Test("The text names objects by their numbers and says which are not seen")
  func text() {
    #expect(
      Self.output.lines(listsAll: false) == [
        "ObjectTracker:", " Object #3:", "  Box: (x: 11, y: 20, w: 31, h: 40)", "  Category:", "   index       : 16",
        "   score       : 0.75000", "   class name  : cat", "   display name: Katze", " Object #5 (not seen):",
        "  Box: (x: 200, y: 100, w: 50, h: 60)", "  Category:", "   index       : 7", "   score       : 0.50000",
      ])
    #expect(TrackedObjectsOutput(objects: []).lines(listsAll: true) == ["ObjectTracker: no objects"])
  }

  @Test("A row an object, as long as the header")
  func csv() {
    #expect(
      OutputTable(Self.output).rows == [
        ["0", "3", "11", "20", "31", "40", "cat", "16", "0.75"], ["1", "5", "200", "100", "50", "60", "", "7", "0.5"],
      ])
    #expect(OutputTable(Self.output).columns.count == 9)
  }

  @Test("Drawings have the number in the label and in the colour, and the trail under the boxes")
  func drawing() throws {
    #expect(Self.output.boxAnnotations.map(\.label) == ["#3 Katze 0.75", "#5 class 7 0.50"])
    #expect(Self.output.boxAnnotations.map(\.color) == [.palette(3), .palette(5)])
    let image = try ImageBuffer(
      copying: [UInt8](repeating: 0, count: 400 * 300 * 3), width: 400, height: 300, format: .rgb)
    var drawing = VideoDrawing()
    let before = TrackedObject(
      trackingID: 5, boundingBox: CGRect(x: 0, y: 100, width: 50, height: 60), score: 0.5,
      objectClass: ObjectClass(index: 7))
    _ = try drawing.drawn(TrackedObjectsOutput(objects: [before]), on: image, timestampInMilliseconds: 0)
    let drawn = try drawing.drawn(Self.output, on: image, timestampInMilliseconds: 40)
    let middle = drawn.withUnsafeBytes { bytes in
      (0..<3).map { bytes[130 * drawn.bytesPerRow + 120 * 4 + $0] }
    }
    // On the trail, away from every box.
    #expect(middle.contains { $0 > 40 })
  }
}
