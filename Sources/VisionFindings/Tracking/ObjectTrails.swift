import VisionMedia

/// The paths of tracked objects, kept from frame to frame.
package struct ObjectTrails: Sendable {
  private var history = TrailHistory()

  package init() {}

  /// Adds a frame's objects and gives them with the paths so far.
  package mutating func findings(
    _ objects: [ObjectFindings.Found], timestampInMilliseconds time: Int
  ) -> ObjectFindings {
    let points = objects.compactMap { object in object.trackingID.map { TrackedPoint(id: $0, middleOf: object.box) } }
    history.add(points, atSeconds: Double(time) / 1000)
    return ObjectFindings(objects: objects, trails: history.trails)
  }
}
