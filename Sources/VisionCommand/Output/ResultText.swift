import Foundation
import MediaPipeTasksVision

/// A result for a person, laid out like the example output of MediaPipe's guides.
struct ResultText {
  /// What was found.
  let findings: LandmarkFindings
  /// The words in front of the result, such as the frame's number; nil for a single picture.
  let heading: String?
  /// Whether every landmark is listed, or two of each hand or person as in the guides.
  let listsAllLandmarks: Bool

  private static let shownLandmarks = 2

  /// The lines of the result, without a line end after the last.
  var text: String {
    var lines = heading.map { [$0] } ?? []
    guard findings.count > 0 else {
      lines.append("\(findings.title): no \(findings.subject.plural)")
      return lines.joined(separator: "\n")
    }
    lines.append("\(findings.title):")
    if let handedness = findings.handedness { lines += section("Handedness", of: handedness, showsIndex: true) }
    if let gestures = findings.gestures { lines += section("Gestures", of: gestures, showsIndex: false) }
    lines += section("Landmarks", of: findings.landmarks.map { $0.map { [$0.x, $0.y, $0.z] } })
    lines += section("WorldLandmarks", of: findings.worldLandmarks.map { $0.map { [$0.x, $0.y, $0.z] } })
    return lines.joined(separator: "\n")
  }

  /// The categories of every hand. A gesture has no index, so none is shown.
  private func section(_ name: String, of hands: [[ResultCategory]], showsIndex: Bool) -> [String] {
    var lines = ["  \(name):"]
    for (hand, categories) in hands.enumerated() {
      lines.append("    Categories #\(hand):" + (categories.isEmpty ? " none" : ""))
      for category in categories {
        if showsIndex { lines.append(field("index", "\(category.index)")) }
        lines.append(field("score", NumberText.score(category.score)))
        lines.append(field("categoryName", category.categoryName ?? ""))
      }
    }
    return lines
  }

  /// The landmarks of every hand; several hands are told apart by a line of their own.
  private func section(_ name: String, of hands: [[[Float]]]) -> [String] {
    var lines = ["  \(name):"]
    for (hand, points) in hands.enumerated() {
      if hands.count > 1 { lines.append("    \(findings.subject.title) #\(hand):") }
      let shown = listsAllLandmarks ? points.count : min(Self.shownLandmarks, points.count)
      for (index, point) in points.prefix(shown).enumerated() {
        lines.append("    Landmark #\(index):")
        for (axis, value) in zip(["x", "y", "z"], point) { lines.append(field(axis, NumberText.coordinate(value))) }
      }
      if shown < points.count {
        let kind = name == "Landmarks" ? "landmarks" : "world landmarks"
        lines.append("    ... (\(points.count) \(kind) for a \(findings.subject.noun))")
      }
    }
    return lines
  }

  private func field(_ name: String, _ value: String) -> String {
    "      " + name.padding(toLength: 13, withPad: " ", startingAt: 0) + ": " + value
  }
}
