import VisionCore

/// How a segmenter's output becomes probabilities.
///
/// Source: MediaPipe's metadata schema for image segmenters (identifier `V001`), the custom metadata
/// `SEGMENTER_METADATA`.
package struct SegmenterMetadata: Sendable {
  package static let entryName = "SEGMENTER_METADATA"

  package enum Activation: Int8, Sendable { case none, sigmoid, softmax }

  package let activation: Activation

  /// - Throws: `TasksError` with `invalidArgumentError` for bytes that are no such metadata, and an unknown activation.
  package init(_ bytes: ModelData) throws(TasksError) {
    let root = try FlatBuffer(bytes, identifier: "V001", what: "segmenter metadata").root
    let number = try root.integer(Schema.activation, absent: Int8(0))
    guard let activation = Activation(rawValue: number) else {
      throw TasksError.invalidArgument(
        "The \(Self.entryName) of the model asks for activation \(number); allowed are 0 (none), 1 (sigmoid) and 2 "
          + "(softmax).")
    }
    self.activation = activation
    try ModelMetadata.checkParserVersion(root.text(Schema.minimumParserVersion))
  }

  private enum Schema: Int, FlatBufferSlot { case activation, minimumParserVersion }
}
