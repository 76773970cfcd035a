import VisionResults

/// The detections of a frame as tracked objects, with the path of each.
package struct TrackedObjectsOutput: TaskOutput {
  package static let format = OutputFormat(
    task: "detect", title: "ObjectTracker", subject: .object, boxes: .trackedObjects)

  /// The objects, best first.
  package let objects: [TrackedObject]
  /// The paths over the last frames, this one included.
  package let trails: [Trail]

  package init(objects: [TrackedObject], trails: [Trail]) {
    self.objects = objects
    self.trails = trails
  }

  /// The objects as boxes.
  package var parts: [OutputPart] { [.boxes(BoxesPart(.trackedObjects, objects.map(OutputBox.init), trails: trails))] }
}

extension BoxesFormat {
  /// Boxes with a tracking number and one category.
  package static let trackedObjects = BoxesFormat(
    title: "Object", boxTitle: "Box", column: "detection", roundsBoxes: true, categories: .list(title: "Category"),
    numbering: .headline)
}
