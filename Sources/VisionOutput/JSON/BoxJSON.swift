import Foundation

/// A box in whole pixels.
struct BoxJSON: Encodable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  /// Rounds each value to the nearest integer.
  init(_ box: CGRect) {
    func whole(_ value: CGFloat) -> Int { Int(exactly: value.rounded()) ?? 0 }
    (x, y) = (whole(box.origin.x), whole(box.origin.y))
    (width, height) = (whole(box.size.width), whole(box.size.height))
  }

  /// The four values as fields of a CSV row.
  var fields: [String] { [x, y, width, height].map { "\($0)" } }

  /// The box in the format of the guides' example output.
  var text: String { "(x: \(x), y: \(y), w: \(width), h: \(height))" }
}
