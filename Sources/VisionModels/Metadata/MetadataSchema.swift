import VisionCore

/// The fields of the TensorFlow Lite metadata schema's tables, as far as they are read.
/// Source: `metadata_schema.fbs`, version 1.5.0.
enum MetadataSchema {
  static let identifier = "M001"

  enum Model: Int, FlatBufferSlot { case name, description, version, subgraphs, license = 5, minimumParserVersion = 7 }
  enum Subgraph: Int, FlatBufferSlot { case inputs = 2, outputs, customMetadata = 9 }
  enum Tensor: Int, FlatBufferSlot { case name, description, content = 3, processUnits, associatedFiles = 6 }
  enum Content: Int, FlatBufferSlot { case kind, properties }
  enum Image: Int, FlatBufferSlot { case colorSpace }
  enum BoundingBox: Int, FlatBufferSlot { case index, type, coordinates }
  enum ProcessUnit: Int, FlatBufferSlot { case kind, options }
  enum Normalization: Int, FlatBufferSlot { case mean, standardDeviation }
  enum ScoreCalibration: Int, FlatBufferSlot { case transformation, defaultScore }
  enum ScoreThresholding: Int, FlatBufferSlot { case threshold }
  enum File: Int, FlatBufferSlot { case name, kind = 2, locale }
  enum Custom: Int, FlatBufferSlot { case name, data }
}

extension FlatBufferTable? {
  /// The tables of a vector, each made into a value.
  func list<Value>(
    _ slot: some FlatBufferSlot, _ make: (FlatBufferTable) throws(TasksError) -> Value
  ) throws(TasksError) -> [Value] {
    try self?.tables(slot).map(make) ?? []
  }
}
