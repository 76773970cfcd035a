import VisionErrors

/// A box that a detector's raw numbers are relative to, in fractions of the input.
public struct DetectorAnchor: Sendable, Hashable {
  /// The centre's x.
  public let xCenter: Float
  /// The centre's y.
  public let yCenter: Float
  /// The width.
  public let width: Float
  /// The height.
  public let height: Float

  /// Makes an anchor.
  public init(xCenter: Float, yCenter: Float, width: Float, height: Float) {
    self.xCenter = xCenter
    self.yCenter = yCenter
    self.width = width
    self.height = height
  }
}

extension DetectorAnchor {
  init(_ table: FlatBufferTable) throws(TasksError) {
    self.init(
      xCenter: try table.float(0, absent: 0), yCenter: try table.float(1, absent: 0),
      width: try table.float(2, absent: 0), height: try table.float(3, absent: 0))
  }
}
