import VisionCore

/// Slots of the TensorFlow Lite metadata schema's tables, as far as they are read.
/// Source: `metadata_schema.fbs`, version 1.5.0.
enum MetadataSchema {
  static let identifier = "M001"

  enum Model {
    static let name = 0
    static let description = 1
    static let version = 2
    static let subgraphs = 3
    static let author = 4
    static let license = 5
    static let associatedFiles = 6
    static let minimumParserVersion = 7
  }

  enum Subgraph {
    static let inputs = 2
    static let outputs = 3
    static let associatedFiles = 4
    static let inputProcessUnits = 5
    static let outputProcessUnits = 6
    static let inputGroups = 7
    static let outputGroups = 8
    static let customMetadata = 9
  }

  enum Tensor {
    static let name = 0
    static let description = 1
    static let content = 3
    static let processUnits = 4
    static let associatedFiles = 6
  }

  enum Content {
    static let kind = 0
    static let properties = 1
  }

  enum Image {
    static let colorSpace = 0
    static let defaultSize = 1
    static let width = 0
    static let height = 1
  }

  enum BoundingBox {
    static let index = 0
    static let type = 1
    static let coordinates = 2
  }

  enum ProcessUnit {
    static let kind = 0
    static let options = 1
    static let normalizationMean = 0
    static let normalizationStandardDeviation = 1
    static let scoreTransformation = 0
    static let defaultScore = 1
    static let scoreThreshold = 0
  }

  enum File {
    static let name = 0
    static let description = 1
    static let kind = 2
    static let locale = 3
    static let version = 4
  }

  enum Group {
    static let name = 0
    static let tensorNames = 1
  }

  enum Custom {
    static let name = 0
    static let data = 1
  }
}

extension FlatBufferTable? {
  /// The tables of a vector, each made into a value; empty when there is no table or it leaves the vector out.
  func list<Value>(
    _ slot: Int, _ make: (FlatBufferTable) throws(TasksError) -> Value
  ) throws(TasksError) -> [Value] {
    guard let self else { return [] }
    var values: [Value] = []
    for table in try self.tables(slot) { values.append(try make(table)) }
    return values
  }
}
