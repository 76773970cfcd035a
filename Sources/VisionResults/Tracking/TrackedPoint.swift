/// Where something that is followed from frame to frame was seen.
public struct TrackedPoint: Sendable, Hashable {
  /// Its number, the same in every frame; it decides about the colour.
  public var id: Int
  /// The place in pixels; one that is not finite counts as not seen.
  public var position: SIMD2<Double>

  /// Makes a point from its number and its place in pixels.
  public init(id: Int, position: SIMD2<Double>) {
    self.id = id
    self.position = position
  }
}
