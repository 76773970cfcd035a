import VisionImaging

/// A part of a task's output. Encoders and annotators switch on parts, never on tasks.
package enum OutputPart: Sendable {
  /// Categories with scores, for each subject or for each head of a classifier.
  case categories(CategoriesPart)
  /// Boxes, with the trails of tracked objects.
  case boxes(BoxesPart)
  /// Landmarks and their topology.
  case landmarks(LandmarksPart)
  /// Masks of the image's size.
  case masks(MasksPart)
  /// Feature vectors, one per head of an embedder.
  case embeddings([EmbeddingVector])
  /// Matrices, one per subject.
  case matrices(MatricesPart)

  /// Whether the part has no element.
  package var isEmpty: Bool {
    switch self {
    case .categories(let part): part.lists.allSatisfy(\.isEmpty)
    case .boxes(let part): part.boxes.isEmpty
    case .landmarks(let part): part.landmarks.isEmpty
    case .masks(let part): part.masks.isEmpty
    case .embeddings(let vectors): vectors.isEmpty
    case .matrices(let part): part.matrices.isEmpty
    }
  }
}

/// The landmarks of subjects: hands, people.
package struct LandmarksPart: Sendable {
  /// The name of the subjects.
  package let subject: OutputFormat.Subject
  /// The connections between landmarks.
  package let topology: LandmarkTopology
  /// The landmarks of each subject, in fractions of the image.
  package let landmarks: [[NormalizedLandmark]]
  /// The world landmarks of each subject, in meters.
  package let worldLandmarks: [[Landmark]]

  package init(
    _ subject: OutputFormat.Subject, topology: LandmarkTopology, landmarks: [[NormalizedLandmark]],
    worldLandmarks: [[Landmark]]
  ) {
    self.subject = subject
    self.topology = topology
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
  }
}

/// Masks of the image's size.
package struct MasksPart: Sendable {
  /// The key of the masks' files in JSON.
  package let key: String
  /// The masks, one for each subject.
  package let masks: [Mask]

  package init(key: String, _ masks: [Mask]) {
    self.key = key
    self.masks = masks
  }
}

/// A feature vector, the output of one head of an embedder.
package struct EmbeddingVector: Sendable, Hashable {
  /// The values of a vector.
  package enum Values: Sendable, Hashable {
    /// The model's values, or normalized ones.
    case float32([Float])
    /// Quantized to -128...127.
    case int8([Int8])
  }

  /// The index of the head in the model's outputs.
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
    /// The rows, all of the same length.
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
