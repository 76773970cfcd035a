import Foundation
import MediaPipeTasksVision
import Testing
import VisionMedia

@testable import VisionFindings

@Suite("ML Kit's objects in the command's outputs")
struct ObjectFindingsTests {
  private static let findings = ObjectFindings(
    objects: [
      ObjectFindings.Found(
        box: CGRect(x: 10, y: 20, width: 30, height: 40), trackingID: 2, category: .fashionGoods, confidence: 0.75),
      ObjectFindings.Found(
        box: CGRect(x: 1, y: 2, width: 3, height: 4), trackingID: nil, category: .unknown, confidence: nil),
    ], trails: [])

  @Test("A line of JSON has number, category and confidence where they are known")
  func json() throws {
    #expect(
      try ResultLine(file: nil, frame: 0, timestampMs: 40, findings: Self.findings).json() == """
        {"detections":[{"boundingBox":{"height":40,"width":30,"x":10,"y":20},\
        "categories":[{"categoryName":"fashionGoods","index":2,"score":0.75}],\
        "classificationCategory":"fashionGoods","confidence":0.75,"trackingId":2},\
        {"boundingBox":{"height":4,"width":3,"x":1,"y":2},"categories":[],"classificationCategory":"unknown"}],\
        "frame":0,"timestampMs":40}
        """)
  }

  @Test("Text, rows and labels")
  func others() {
    #expect(
      Self.findings.lines(listsAll: false) == [
        "VisionObjectDetector:", " Object #0:", "  Frame: (x: 10, y: 20, w: 30, h: 40)", "  Tracking ID: 2",
        "  Category: fashion goods", "  Confidence: 0.75000", " Object #1:", "  Frame: (x: 1, y: 2, w: 3, h: 4)",
        "  Category: unknown",
      ])
    #expect(
      Self.findings.csvRows == [
        ["0", "2", "10", "20", "30", "40", "fashionGoods", "0.75"], ["1", "", "1", "2", "3", "4", "unknown", ""],
      ])
    #expect(ObjectFindings.csvColumns.count == 8)
    #expect(Self.findings.annotations.map(\.label) == ["#2 fashion goods 0.75", ""])
    #expect(ObjectFindings(objects: [], trails: []).lines(listsAll: true) == ["VisionObjectDetector: no objects"])
    // Numbers are told only where all objects have one.
    #expect(Self.findings.trackingIDs.isEmpty)
  }
}
