/// The position of a tracked thing in one frame.
public struct TrackedPoint: Sendable, Hashable {
  /// Its id, the same in every frame; it selects the colour.
  public var id: Int
  /// The position in pixels; one that is not finite counts as missing.
  public var position: SIMD2<Double>

  /// Makes a point from its id and its position in pixels.
  public init(id: Int, position: SIMD2<Double>) {
    self.id = id
    self.position = position
  }
}
