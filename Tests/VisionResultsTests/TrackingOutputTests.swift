import Foundation
import TestSupport
import Testing
import VisionCore
import VisionMedia
import VisionTasks

@testable import VisionResults

@Suite("ML Kit's objects in the command's outputs")
struct TrackingOutputTests {
  private static let output = ObjectTrackingResult(
    objects: [
      FoundObject(
        box: CGRect(x: 10, y: 20, width: 30, height: 40), trackingID: 2,
        label: CoarseLabel(category: .fashionGoods, confidence: 0.75)),
      FoundObject(box: CGRect(x: 1, y: 2, width: 3, height: 4), trackingID: nil),
    ])

  @Test("A line of JSON has number, category and confidence where they are known")
  func json() throws {
    #expect(
      try FrameRecord(file: nil, frame: 0, timestampMs: 40, output: Self.output).json() == """
        {"detections":[{"boundingBox":{"height":40,"width":30,"x":10,"y":20},\
        "categories":[{"categoryName":"fashionGoods","index":2,"score":0.75}],\
        "classificationCategory":"fashionGoods","confidence":0.75,"trackingId":2},\
        {"boundingBox":{"height":4,"width":3,"x":1,"y":2},"categories":[],"classificationCategory":"unknown"}],\
        "frame":0,"task":"track","timestampMs":40}
        """)
  }

  @Test("Python numbers the categories as they are numbered here")
  func python() throws {
    let module = try String(contentsOf: Checkout.file("python/src/vision_worker/arrays.py"), encoding: .utf8)
    let names = CoarseCategory.allCases.map { "\"\($0.name)\"" }.joined(separator: ", ")
    #expect(module.contains("\n_COARSE = (\(names))\n"))
    #expect(CoarseCategory(name: "plants") == .plants && CoarseCategory(name: "Plants") == nil)
  }

  @Test("Text, rows and labels")
  func others() {
    #expect(
      Self.output.lines(listsAll: false) == [
        "VisionObjectDetector:", " Object #0:", "  Frame: (x: 10, y: 20, w: 30, h: 40)", "  Tracking ID: 2",
        "  Category: fashion goods", "  Confidence: 0.75000", " Object #1:", "  Frame: (x: 1, y: 2, w: 3, h: 4)",
        "  Category: unknown",
      ])
    #expect(
      OutputTable(Self.output).rows == [
        ["0", "2", "10", "20", "30", "40", "fashionGoods", "0.75"], ["1", "", "1", "2", "3", "4", "unknown", ""],
      ])
    #expect(
      OutputTable(Self.output).columns == [
        "object", "tracking_id", "x", "y", "width", "height", "classification_category", "confidence",
      ])
    #expect(Self.output.boxAnnotations.map(\.label) == ["#2 fashion goods 0.75", nil])
    #expect(ObjectTrackingResult(objects: []).lines(listsAll: true) == ["VisionObjectDetector: no objects"])
  }

  @Test("A line comes back by its own task, and by the given one where it has none")
  func reading() throws {
    let line = try FrameRecord(file: nil, frame: 0, timestampMs: 40, output: Self.output).json()
    let own = try #require(try TaskRegistry.output(from: Data(line.utf8), task: "detect") as? ObjectTrackingResult)
    #expect(own.objects.map(\.trackingID) == [2, nil])
    #expect(own.objects.map(\.label) == Self.output.objects.map(\.label))
    let older = line.replacing(#""task":"track","#, with: "")
    #expect(try TaskRegistry.output(from: Data(older.utf8), task: "track") is ObjectTrackingResult)
    #expect(try TaskRegistry.output(from: Data(older.utf8), task: "detect") is ObjectDetectorResult)
    #expect(throws: TasksError.self) { try TaskRegistry.output(from: Data(older.utf8)) }
  }
}
