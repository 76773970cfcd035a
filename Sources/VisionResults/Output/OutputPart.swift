import VisionImaging

/// A part of a task's output: categories, boxes, landmarks, masks, embeddings or matrices.
/// A part brings what every encoder writes of it. Its drawing is in `VisionMedia`, and the page's in `scripts/overlay`.
package protocol OutputPart: Sendable, Hashable {
  var count: Int { get }
  /// Whether nothing was found. The default: there is no subject.
  var isEmpty: Bool { get }

  func encode(to json: inout OutputEncoder) throws
  func lines(_ text: OutputText) -> [String]
  /// The rows in CSV; nil, the default, for a part that has none where others have.
  func table(_ categories: [CategoriesPart], isTracked: Bool) -> OutputTable?
  /// The objects for labelling tools, in an image of a size; none by default.
  func labels(_ size: FrameSize, _ labels: LabelFormat, firstClass: Int) -> [LabelObject]
  /// A phrase for each subject in a result's description; none by default.
  func summaries(_ categories: [CategoriesPart]) -> [String]
  /// The best classes in the place of a tensor, for the server's classification; none by default.
  func classes(ofTensor name: String) -> [ResultCategory]
}

extension OutputPart {
  package var isEmpty: Bool { count == 0 }
  package func table(_ categories: [CategoriesPart], isTracked: Bool) -> OutputTable? { nil }
  package func labels(_ size: FrameSize, _ labels: LabelFormat, firstClass: Int) -> [LabelObject] { [] }
  package func summaries(_ categories: [CategoriesPart]) -> [String] { [] }
  package func classes(ofTensor name: String) -> [ResultCategory] { [] }
}

/// The names and the layout of a part, known without a result. Encoded, it is the page's description of the part.
package protocol PartFormat: Sendable, Encodable {
  associatedtype Part: OutputPart

  var key: String { get }
  func decode(from json: OutputDecoder) throws -> Part

  var tensors: [TensorSpec] { get }
  /// The tensors of this part of several images, in the order of `tensors`. Throws the request's error beyond its
  /// limit.
  func tensors(of parts: [Part], for request: TensorRequest) throws -> [OutputTensor]
  /// The tensors in whose place a request may ask for classes; none by default.
  var classTensors: [String] { get }

  /// The property of the option that asks for the part; nil, the default, for a part that every result has.
  var option: String? { get }
  /// What labelling tools get of the part's objects; nil, the default, for a part without boxes and landmarks.
  func labels(_ choice: KeypointChoice) -> LabelFormat?
  /// The kinds of files that a task with this part can write beside those of every task and those of labels; none by
  /// default.
  var files: [OutputFileKind] { get }
}

extension PartFormat {
  package var classTensors: [String] { [] }
  package var option: String? { nil }
  package func labels(_ choice: KeypointChoice) -> LabelFormat? { nil }
  package var files: [OutputFileKind] { [] }

  /// The tensors of the part at a place in the outputs of several images.
  package func tensors(
    ofPart place: Int, in outputs: [[any OutputPart]], for request: TensorRequest
  ) throws -> [OutputTensor] { try tensors(of: outputs.compactMap { $0[place] as? Part }, for: request) }
}
