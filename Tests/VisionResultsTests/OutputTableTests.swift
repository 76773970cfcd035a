import Foundation
import Testing
import VisionResults
import VisionTasks

@Suite("Results as rows of comma-separated values")
struct OutputTableTests {
  @Test("Every row has as many fields as the header has columns")
  func columns() {
    let hands = OutputTable(SampleOutput.gestures())
    #expect(hands.rows.count == 3)
    for row in hands.rows { #expect(row.count == hands.columns.count) }
    #expect(
      hands.rows[0].prefix(8) == ["hand", "0", "Left", "Thumb_Up", "0.76893", "0", "0.638852", "0.671197"])
    // The sample has one world landmark for three landmarks.
    #expect(hands.rows[1].suffix(5) == ["", "", "", "", ""])
    let objects = OutputTable(
      ObjectDetectorResult(
        detections: [
          Detection(
            categories: [ResultCategory(index: 3, score: 0.5, categoryName: nil, displayName: nil)],
            boundingBox: CGRect(x: 1, y: 2, width: 3, height: 4), keypoints: nil)
        ], timestampInMilliseconds: 0))
    #expect(objects.rows == [["0", "1", "2", "3", "4", "", "3", "0.5"]])
    #expect(objects.columns == ["detection", "x", "y", "width", "height", "category", "index", "score"])
  }

  @Test("A person or a landmark without world coordinates has empty fields for them")
  func fewerWorldLandmarks() {
    let point = NormalizedLandmark(x: 0.5, y: 0.5, z: 0, visibility: nil, presence: nil)
    let world = Landmark(x: 1, y: 2, z: 3, visibility: nil, presence: nil)
    let people = PoseLandmarkerResult(
      landmarks: [[point, point], [point]], worldLandmarks: [[world]], segmentationMasks: nil,
      timestampInMilliseconds: 0)
    #expect(
      OutputTable(people).rows.map { Array($0.suffix(3)) } == [["1.0", "2.0", "3.0"], ["", "", ""], ["", "", ""]])
  }

  @Test("Every task whose output has landmarks has the same columns, with or without a subject")
  func landmarkColumns() {
    let people = PoseLandmarkerResult(
      landmarks: [], worldLandmarks: [], segmentationMasks: nil, timestampInMilliseconds: 0)
    let columns = OutputTable(SampleOutput.gestures()).columns
    #expect(columns.count == 14)
    #expect(OutputTable(people).columns == columns && OutputTable(people).rows.isEmpty)
    #expect(OutputTable(SampleOutput.hand()).columns == columns)
  }
}
