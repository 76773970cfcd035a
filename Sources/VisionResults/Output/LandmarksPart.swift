/// The landmarks of subjects: hands, people.
package struct LandmarksPart: Sendable {
  /// The name of the subjects.
  package let subject: OutputFormat.Subject
  /// The connections between landmarks.
  package let topology: LandmarkTopology
  /// The landmarks of each subject, in fractions of the image.
  package let landmarks: [[NormalizedLandmark]]
  /// The landmarks of each subject, in metres.
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
