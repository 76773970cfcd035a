import Foundation

/// Where a user pointed in an image, for `InteractiveSegmenter`: at one point of a thing, or along a scribble over it.
public final class RegionOfInterest: NSObject, Sendable {
  /// The point, in fractions of the stored image; nil for a scribble.
  public let keypoint: NormalizedKeypoint?
  /// The points of the scribble, in fractions of the stored image; nil for a single point.
  public let scribbles: [NormalizedKeypoint]?

  /// Makes a region of one point.
  public init(normalizedKeyPoint: NormalizedKeypoint) { (keypoint, scribbles) = (normalizedKeyPoint, nil) }

  /// Makes a region of the points of a scribble. They are not joined: give one for every few pixels.
  public init(scribbles: [NormalizedKeypoint]) { (keypoint, self.scribbles) = (nil, scribbles) }

  /// The points in fractions of the stored image.
  package var points: [SIMD2<Double>] {
    (keypoint.map { [$0] } ?? scribbles ?? []).map { SIMD2(Double($0.location.x), Double($0.location.y)) }
  }

  /// Whether the other object is a region with equal points.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? RegionOfInterest).map { $0.keypoint == keypoint && $0.scribbles == scribbles } ?? false
  }

  /// A hash of the points.
  public override var hash: Int { points.hashValue }

  /// The points.
  public override var description: String {
    let text = points.map { "(\($0.x), \($0.y))" }.joined(separator: ", ")
    return keypoint == nil ? "scribble of \(text)" : "point at \(text)"
  }
}
