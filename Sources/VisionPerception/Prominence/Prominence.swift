import Foundation

/// How much an object catches the eye: sure, large and in the middle.
package enum Prominence {
  /// The prominence below which an object does not make up the image.
  package static let least = 0.12
  /// The share of the picture from which a larger box is no more prominent.
  private static let areaLimit = 0.8
  /// How fast prominence falls towards the edge, in widths and heights of the picture.
  private static let spread = 0.25

  /// The square root keeps a table from beating the cup on it by area alone.
  package static func of(_ box: CGRect, score: Float, in size: CGSize) -> Double {
    let (width, height) = (Double(size.width), Double(size.height))
    guard width > 0, height > 0, let box = TrackBox(box) else { return 0 }
    let x = box.centerX / width - 0.5
    let y = box.centerY / height - 0.5
    let area = min(box.area / (width * height), areaLimit)
    return Double(score) * area.squareRoot() * exp(-(x * x + y * y) / (2 * spread * spread))
  }
}
