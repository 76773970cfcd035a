import Foundation

/// The prominence of an object: its score, size and closeness to the centre.
package enum Prominence {
  /// Below this prominence an object is not the subject of the image.
  package static let minimum = 0.12
  /// The share of the image above which a larger box is no more prominent.
  private static let areaLimit = 0.8
  /// The standard deviation of the fall-off towards the edges, in widths and heights of the image.
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
