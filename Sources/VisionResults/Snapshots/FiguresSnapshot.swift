/// The values of detected hands or people, and their JSON form: lists with an element for each hand or person.
package struct FiguresSnapshot: Codable, Hashable, Sendable {
  private let gestures: [[CategorySnapshot]]?
  private let handedness: [[HandednessSnapshot]]?
  private let landmarks: [[PointSnapshot]]
  private let worldLandmarks: [[PointSnapshot]]

  /// - Parameters:
  ///   - gestures: The gestures of each hand; nil for tasks without gestures.
  ///   - handedness: The handedness of each hand; nil for people.
  ///   - landmarks: The landmarks in fractions of the image.
  ///   - worldLandmarks: The world landmarks in meters.
  package init(
    gestures: [[CategorySnapshot]]? = nil, handedness: [[ResultCategory]]? = nil, landmarks: [[NormalizedLandmark]],
    worldLandmarks: [[Landmark]]
  ) {
    self.gestures = gestures
    self.handedness = handedness?.map { $0.map(HandednessSnapshot.init) }
    self.landmarks = landmarks.map { $0.map(PointSnapshot.init) }
    self.worldLandmarks = worldLandmarks.map { $0.map(PointSnapshot.init) }
  }

  package var resultGestures: [[ResultCategory]] { gestures?.map { $0.map(ResultCategory.init) } ?? [] }
  package var resultHandedness: [[ResultCategory]] { handedness?.map { $0.map { ResultCategory($0.category) } } ?? [] }
  package var resultLandmarks: [[NormalizedLandmark]] { landmarks.map { $0.map(NormalizedLandmark.init) } }
  package var resultWorldLandmarks: [[Landmark]] { worldLandmarks.map { $0.map(Landmark.init) } }

  /// Decodes the lists of a result.
  ///
  /// - Parameters:
  ///   - decoder: The decoder.
  ///   - hasHandedness: Whether handedness is required.
  ///   - hasGestures: Whether gestures are required.
  /// - Returns: The lists, all of the same length.
  /// - Throws: `DecodingError` for a missing list and for lists of different lengths.
  package static func read(from decoder: any Decoder, hasHandedness: Bool, hasGestures: Bool) throws -> FiguresSnapshot
  {
    let snapshot = try FiguresSnapshot(from: decoder)
    let count = snapshot.landmarks.count
    guard snapshot.worldLandmarks.count == count, !hasHandedness || snapshot.handedness?.count == count,
      !hasGestures || snapshot.gestures?.count == count
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "Each list of a result has to have one element for each of its \(count) hands or people."))
    }
    return snapshot
  }
}
