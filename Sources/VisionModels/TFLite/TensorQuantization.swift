/// Quantization of a tensor: `real = scale * (stored - zeroPoint)`.
public struct TensorQuantization: Sendable, Hashable {
  /// One scale for the whole tensor, or one for each slice along `dimension`.
  public let scales: [Float]
  /// The zero points, as many as there are scales.
  public let zeroPoints: [Int64]
  /// The dimension that the scales run along when there are several.
  public let dimension: Int

  /// The scale of the whole tensor, nil when there are several.
  public var scale: Float? { scales.count == 1 ? scales[0] : nil }
  /// The zero point of the whole tensor, nil when there are several.
  public var zeroPoint: Int64? { zeroPoints.count == 1 ? zeroPoints[0] : nil }

  package init(scales: [Float], zeroPoints: [Int64], dimension: Int = 0) {
    self.scales = scales
    self.zeroPoints = zeroPoints
    self.dimension = dimension
  }
}
