import Foundation
import VisionPerception

/// The whole image as the object of a stream, where nothing was detected: a place, mostly.
struct StreamScene {
  /// The number of the whole image, which no detected object has: theirs begin with 1 and do not depend on it.
  private static let trackingID = 0
  /// The updates with objects after which it is judged anew.
  private static let patience = 25

  private var scores: CoarseCategoryScores?
  private var absentUpdates = 0

  /// Takes a classification of the whole image into account.
  mutating func look(_ found: CoarseCategoryScores) {
    absentUpdates = 0
    if scores == nil { scores = found } else { scores?.blend(with: found) }
  }

  /// Takes note of an update with objects.
  mutating func leave() {
    absentUpdates += 1
    if absentUpdates > Self.patience { scores = nil }
  }

  /// The place, if it is one.
  func object(in size: CGSize) -> FoundObject? {
    guard let label = scores?.sceneLabel, label.category != .unknown else { return nil }
    return FoundObject(box: CGRect(origin: .zero, size: size), trackingID: Self.trackingID, label: label)
  }
}
