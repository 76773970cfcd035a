import Foundation
import MediaPipeTasksVision
import Testing
import VisionFindings

@Suite("Results as rows of comma-separated values")
struct FindingsCSVTests {
  @Test("Every row has as many fields as the header has columns")
  func columns() {
    let hands = SampleFindings.gestures()
    #expect(hands.csvRows.count == 3)
    for row in hands.csvRows { #expect(row.count == LandmarkFindings.csvColumns.count) }
    #expect(
      hands.csvRows[0].prefix(8) == ["hand", "0", "Left", "Thumb_Up", "0.76893", "0", "0.638852", "0.671197"])
    // The sample has one world landmark for three landmarks.
    #expect(hands.csvRows[1].suffix(5) == ["", "", "", "", ""])
    let objects = DetectionFindings(
      ObjectDetectorResult(
        detections: [
          Detection(
            categories: [ResultCategory(index: 3, score: 0.5, categoryName: nil, displayName: nil)],
            boundingBox: CGRect(x: 1, y: 2, width: 3, height: 4), keypoints: nil)
        ], timestampInMilliseconds: 0))
    #expect(objects.csvRows == [["0", "1", "2", "3", "4", "", "3", "0.5"]])
    #expect(DetectionFindings.csvColumns.count == 8)
  }
}
