/// The landmarks of subjects: hands, people.
package struct LandmarksPart: Sendable {
  /// What the subjects are called.
  package let subject: OutputFormat.Subject
  /// Which landmarks are joined.
  package let topology: LandmarkTopology
  /// For every subject its landmarks in fractions of the image.
  package let landmarks: [[NormalizedLandmark]]
  /// For every subject its landmarks in metres.
  package let worldLandmarks: [[Landmark]]

  package init(
    _ subject: OutputFormat.Subject, topology: LandmarkTopology, landmarks: [[NormalizedLandmark]],
    worldLandmarks: [[Landmark]]
  ) {
    self.subject = subject
    self.topology = topology
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
  }
}
