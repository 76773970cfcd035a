import Foundation
import VisionPerception

/// The whole picture as the object of a stream, where no object makes it up: a place, mostly.
struct StreamScene {
  /// The frames for which it keeps its number while an object makes up the picture.
  private static let patience = 25

  private var scores: CoarseCategoryScores?
  private var id: Int?
  private var absentFrames = 0

  /// The prominence from which an object is the subject. A place that is told does not give way to the first flicker.
  var subjectProminence: Double { id == nil || absentFrames > 0 ? Prominence.least : Prominence.least * 1.25 }

  /// Takes a look at the whole picture into account; `newID` gives it a number.
  mutating func look(_ found: CoarseCategoryScores, newID: () -> Int) {
    absentFrames = 0
    if scores == nil { scores = found } else { scores?.blend(with: found) }
    if id == nil, scores?.sceneVerdict.category != .unknown { id = newID() }
  }

  /// Takes note of a frame with a subject.
  mutating func leave() {
    absentFrames += 1
    if absentFrames > Self.patience { (scores, id) = (nil, nil) }
  }

  /// The place, if it is one.
  func object(in size: CGSize) -> FoundObject? {
    guard let id, let verdict = scores?.sceneVerdict, verdict.category != .unknown else { return nil }
    return FoundObject(box: CGRect(origin: .zero, size: size), trackingID: id, verdict: verdict)
  }
}
