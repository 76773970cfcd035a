import Foundation

/// A box in whole pixels.
struct BoxJSON: Encodable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  /// Rounds each number to the nearest integer; boxes of results lie within an image.
  init(_ box: CGRect) {
    func whole(_ value: CGFloat) -> Int { Int(exactly: value.rounded()) ?? 0 }
    (x, y) = (whole(box.origin.x), whole(box.origin.y))
    (width, height) = (whole(box.size.width), whole(box.size.height))
  }

  /// The four numbers as fields of a row.
  var fields: [String] { [x, y, width, height].map { "\($0)" } }

  /// As the guides' example output shows a box.
  var text: String { "(x: \(x), y: \(y), w: \(width), h: \(height))" }
}
