import Foundation

/// The values of a box, and its form in JSON: `x`, `y`, `width` and `height`.
package struct BoxSnapshot: Codable, Hashable, Sendable {
  private let x: SnapshotNumber<Double>
  private let y: SnapshotNumber<Double>
  private let width: SnapshotNumber<Double>
  private let height: SnapshotNumber<Double>

  package init(_ box: CGRect) {
    x = SnapshotNumber(Double(box.origin.x))
    y = SnapshotNumber(Double(box.origin.y))
    width = SnapshotNumber(Double(box.size.width))
    height = SnapshotNumber(Double(box.size.height))
  }

  /// The box that has these values.
  package var box: CGRect { CGRect(x: x.value, y: y.value, width: width.value, height: height.value) }

  /// The four numbers as text, rounded to integers: `(96, 40, 312, 280)`.
  package var text: String {
    "(" + [x, y, width, height].map { String(format: "%.0f", $0.value) }.joined(separator: ", ") + ")"
  }
}
