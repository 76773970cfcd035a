import VisionResults

extension ObjectDetectorResult: TaskOutput {
  package static let format = OutputFormat(
    task: "detect", title: "ObjectDetectorResult", subject: .object, boxes: .detections)

  /// The detections as boxes.
  package var parts: [OutputPart] { [.boxes(BoxesPart(.detections, detections.map(OutputBox.init)))] }
}

extension BoxesFormat {
  /// Boxes with all their categories, as the guide's example output shows them.
  package static let detections = BoxesFormat(
    title: "Detection", boxTitle: "Box", column: "detection", roundsBoxes: false,
    categories: .list(title: "Categories"),
    numbering: .place)
}
