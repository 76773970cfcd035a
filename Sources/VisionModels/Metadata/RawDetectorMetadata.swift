import VisionCore

/// A box that a detector's raw numbers are relative to, in fractions of the input.
package struct DetectorAnchor: Sendable, Hashable {
  package let xCenter: Float
  package let yCenter: Float
  package let width: Float
  package let height: Float

  package init(xCenter: Float, yCenter: Float, width: Float, height: Float) {
    (self.xCenter, self.yCenter, self.width, self.height) = (xCenter, yCenter, width, height)
  }

  init(_ table: FlatBufferTable) throws(TasksError) {
    self.init(
      xCenter: try table.float(0, absent: 0), yCenter: try table.float(1, absent: 0),
      width: try table.float(2, absent: 0), height: try table.float(3, absent: 0))
  }
}

/// The decoding of a detector's raw outputs: its anchors, and the constants that decode a box from its anchor.
/// Source: MediaPipe's metadata schema for object detectors, version 1.5.0 (identifier `V001`). It is the custom
/// metadata `DETECTOR_METADATA` of models without built-in NMS.
package struct RawDetectorMetadata: Sendable {
  package static let entryName = "DETECTOR_METADATA"

  package let anchors: [DetectorAnchor]
  // 0 when unknown.
  package let classCount: Int
  package let boxCount: Int
  package let valuesPerBox: Int
  package let keypointOffset: Int
  package let keypointCount: Int
  package let valuesPerKeypoint: Int
  // The divisors of the centre and of the size.
  package let xScale: Float
  package let yScale: Float
  package let widthScale: Float
  package let heightScale: Float
  package let hasExponentialSize: Bool
  /// Whether a sigmoid turns scores into probabilities.
  package let hasLogitScores: Bool

  /// For boxes of four values, centre and size; for tests of decoding.
  package init(
    anchors: [DetectorAnchor], keypointCount: Int = 0, valuesPerKeypoint: Int = 2, xScale: Float = 1, yScale: Float = 1,
    widthScale: Float = 1, heightScale: Float = 1, hasExponentialSize: Bool = false
  ) {
    (self.anchors, classCount, boxCount, valuesPerBox) = (anchors, 0, anchors.count, 4 + 2 * keypointCount)
    (keypointOffset, self.keypointCount, self.valuesPerKeypoint) = (4, keypointCount, valuesPerKeypoint)
    (self.xScale, self.yScale, self.widthScale, self.heightScale) = (xScale, yScale, widthScale, heightScale)
    (self.hasExponentialSize, hasLogitScores) = (hasExponentialSize, false)
  }

  package init(_ bytes: ModelData) throws(TasksError) {
    let root = try FlatBuffer(bytes, identifier: "V001", what: "detector metadata").root
    try ModelMetadata.checkParserVersion(root.text(Schema.minimumParserVersion))
    guard let fixed = try root.table(Schema.anchors)?.table(Schema.Anchors.fixed),
      let decoding = try root.table(Schema.decoding)
    else {
      throw TasksError.invalidArgument(
        "The \(Self.entryName) of the model has no fixed anchors or no options for decoding; both are needed.")
    }
    anchors = try fixed.tables(0).map(DetectorAnchor.init)
    classCount = Int(try decoding.integer(Schema.Decoding.classCount, absent: Int32(0)))
    boxCount = Int(try decoding.integer(Schema.Decoding.boxCount, absent: Int32(0)))
    valuesPerBox = Int(try decoding.integer(Schema.Decoding.valuesPerBox, absent: Int32(0)))
    keypointOffset = Int(try decoding.integer(Schema.Decoding.keypointOffset, absent: Int32(0)))
    keypointCount = Int(try decoding.integer(Schema.Decoding.keypointCount, absent: Int32(0)))
    valuesPerKeypoint = Int(try decoding.integer(Schema.Decoding.valuesPerKeypoint, absent: Int32(2)))
    xScale = try decoding.float(Schema.Decoding.xScale, absent: 0)
    yScale = try decoding.float(Schema.Decoding.yScale, absent: 0)
    widthScale = try decoding.float(Schema.Decoding.widthScale, absent: 0)
    heightScale = try decoding.float(Schema.Decoding.heightScale, absent: 0)
    hasExponentialSize = try decoding.integer(Schema.Decoding.exponentialSize, absent: UInt8(0)) != 0
    hasLogitScores = try decoding.integer(Schema.Decoding.sigmoidScore, absent: UInt8(0)) != 0
  }

  private enum Schema: Int, FlatBufferSlot {
    case minimumParserVersion, anchors, decoding

    enum Anchors: Int, FlatBufferSlot { case fixed }

    enum Decoding: Int, FlatBufferSlot {
      case classCount, boxCount, valuesPerBox, keypointOffset, keypointCount, valuesPerKeypoint
      case xScale, yScale, widthScale, heightScale, exponentialSize, sigmoidScore
    }
  }
}
