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
