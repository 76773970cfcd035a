import Foundation
import MediaPipeTasksVision

extension LandmarkFindings {
  /// The landmarks of a hand or person that are listed where not all are, as in the guides.
  private static let shownLandmarks = 2
  /// The categories of a hand that are listed where not all are, as in the guides.
  private static let shownCategories = 1

  package func lines(listsAll: Bool) -> [String] {
    guard count > 0 else { return ["\(title): no \(subject.plural)"] }
    var lines = ["\(title):"]
    if let handedness { lines += section("Handedness", of: handedness, showsIndex: true, listsAll) }
    if let gestures { lines += section("Gestures", of: gestures, showsIndex: false, listsAll) }
    lines += section("Landmarks", of: landmarks.map { $0.map { [$0.x, $0.y, $0.z] } }, listsAll)
    lines += section("WorldLandmarks", of: worldLandmarks.map { $0.map { [$0.x, $0.y, $0.z] } }, listsAll)
    return lines
  }

  /// The categories of every hand. A gesture has no index, so none is shown.
  private func section(
    _ name: String, of hands: [[ResultCategory]], showsIndex: Bool, _ listsAll: Bool
  ) -> [String] {
    var lines = ["  \(name):"]
    for (hand, categories) in hands.enumerated() {
      lines.append("    Categories #\(hand):" + (categories.isEmpty ? " none" : ""))
      let shown = listsAll ? categories.count : min(Self.shownCategories, categories.count)
      for category in categories.prefix(shown) {
        if showsIndex { lines.append(field("index", "\(category.index)")) }
        lines.append(field("score", NumberText.score(category.score)))
        lines.append(field("categoryName", category.categoryName ?? ""))
      }
      if shown < categories.count { lines.append("      ... (\(categories.count) categories for a hand)") }
    }
    return lines
  }

  /// The landmarks of every hand; several hands are told apart by a line of their own.
  private func section(_ name: String, of hands: [[[Float]]], _ listsAll: Bool) -> [String] {
    var lines = ["  \(name):"]
    for (hand, points) in hands.enumerated() {
      if hands.count > 1 { lines.append("    \(subject.title) #\(hand):") }
      let shown = listsAll ? points.count : min(Self.shownLandmarks, points.count)
      for (index, point) in points.prefix(shown).enumerated() {
        lines.append("    Landmark #\(index):")
        for (axis, value) in zip(["x", "y", "z"], point) { lines.append(field(axis, NumberText.coordinate(value))) }
      }
      if shown < points.count {
        let kind = name == "Landmarks" ? "landmarks" : "world landmarks"
        lines.append("    ... (\(points.count) \(kind) for a \(subject.noun))")
      }
    }
    return lines
  }

  private func field(_ name: String, _ value: String) -> String {
    "      " + name.padding(toLength: 13, withPad: " ", startingAt: 0) + ": " + value
  }
}
