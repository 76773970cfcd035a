/// A feature vector, the output of one head of an embedder.
package struct EmbeddingVector: Sendable, Hashable {
  /// The numbers of a vector.
  package enum Values: Sendable, Hashable {
    /// The model's values, or normalized ones.
    case float32([Float])
    /// Quantized to -128...127.
    case int8([Int8])
  }

  /// The position of the head in the model's outputs.
  package let headIndex: Int
  /// The name of the head; nil when the model has none.
  package let headName: String?
  /// The values.
  package let values: Values

  package init(headIndex: Int, headName: String?, values: Values) {
    self.headIndex = headIndex
    self.headName = headName
    self.values = values
  }
}

/// Matrices of one kind, such as a face's pose in space, one for each subject.
package struct MatricesPart: Sendable {
  /// A matrix.
  package struct Matrix: Sendable, Hashable {
    /// The rows, all of one length.
    package let rows: [[Float]]

    package init(rows: [[Float]]) { self.rows = rows }
  }

  /// The key in JSON: `facialTransformationMatrixes`.
  package let key: String
  /// The headline in the text output.
  package let title: String
  /// The matrices.
  package let matrices: [Matrix]

  package init(key: String, title: String, _ matrices: [Matrix]) {
    self.key = key
    self.title = title
    self.matrices = matrices
  }
}
