import Foundation
import Testing
import VisionCore
import VisionTasks

@testable import VisionResults

/// An output with every kind of part that no task has yet.
private struct VectorOutput: TaskOutput {
  static let format = OutputFormat(
    task: "vectors", title: "VectorResult", subject: .init(one: "face", several: "faces"), parts: [])

  var parts: [any OutputPart]
}

@Suite("Parts that come with further tasks")
struct PartOutputTests {
  private static let classes = VectorOutput(parts: [
    CategoriesPart(
      .classifications,
      heads: [
        Classifications(
          headIndex: 0, headName: "probability",
          categories: [ResultCategory(index: 3, score: 0.5, categoryName: "cup", displayName: nil)])
      ])
  ])
  private static let embeddings = VectorOutput(parts: [
    EmbeddingsPart([
      EmbeddingVector(headIndex: 0, headName: "feature", values: .float32([0.5, -1])),
      EmbeddingVector(headIndex: 1, headName: nil, values: .int8([-128, 127])),
    ])
  ])
  private static let matrixFormat = MatricesFormat(
    key: "facialTransformationMatrixes", title: "FacialTransformationMatrixes", rowCount: 2, columnCount: 2)
  private static let matrices = VectorOutput(parts: [MatricesPart(matrixFormat, [.init(rows: [[1, 0], [0, 1]])])])

  @Test("Each part has its key in a line of JSON")
  func json() throws {
    func line(_ output: VectorOutput) throws -> String {
      try FrameRecord(file: nil, frame: 0, timestampMs: nil, output: output).json()
    }
    #expect(
      try line(Self.classes) == """
        {"classifications":[{"categories":[{"categoryName":"cup","index":3,"score":0.5}],"headIndex":0,\
        "headName":"probability"}],"frame":0,"task":"vectors","timestampMs":null}
        """)
    #expect(
      try line(Self.embeddings) == """
        {"embeddings":[{"embedding":[0.5,-1],"headIndex":0,"headName":"feature"},\
        {"headIndex":1,"quantized":"gH8="}],"frame":0,"task":"vectors","timestampMs":null}
        """)
    #expect(
      try line(Self.matrices) == """
        {"facialTransformationMatrixes":[[1,0,0,1]],"frame":0,"task":"vectors","timestampMs":null}
        """)
  }

  @Test("Each part has its rows, as long as the header")
  func rows() {
    #expect(OutputTable(Self.classes).rows == [["classifications", "0", "cup", "3", "0.5"]])
    #expect(OutputTable(Self.embeddings).rows.map { $0[3] } == ["0.5", "-1.0", "-128", "127"])
    #expect(OutputTable(Self.matrices).rows == [["0", "0", "1.0", "0.0"], ["0", "1", "0.0", "1.0"]])
    for output in [Self.classes, Self.embeddings, Self.matrices] {
      let table = OutputTable(output)
      #expect(table.rows.allSatisfy { $0.count == table.columns.count })
    }
  }

  @Test("Each part has its text; an output without elements has the subject's name")
  func text() {
    #expect(
      Self.embeddings.lines(listsAll: false) == [
        "VectorResult:", "  Embedding #0 (feature): 2 values of type float32",
        "  Embedding #1: 2 values of type int8",
      ])
    #expect(
      Self.matrices.lines(listsAll: false) == [
        "VectorResult:", "  FacialTransformationMatrixes:", "    Matrix #0:", "      1.000000 0.000000",
        "      0.000000 1.000000",
      ])
    #expect(VectorOutput(parts: [EmbeddingsPart([])]).lines(listsAll: false) == ["VectorResult: no faces"])
  }

  @Test("A matrix with shorter rows has empty fields at their ends")
  func raggedMatrix() {
    let table = OutputTable(
      VectorOutput(parts: [MatricesPart(Self.matrixFormat, [.init(rows: [[1, 2, 3], [4]])])]))
    #expect(table.columns == ["number", "row", "column_0", "column_1", "column_2"])
    #expect(table.rows == [["0", "0", "1.0", "2.0", "3.0"], ["0", "1", "4.0", "", ""]])
  }

  /// What is read of the JSON of parts.
  private struct Parts: Decodable {
    let vectors: EmbeddingsPart
    let matrices: MatricesPart

    init(from decoder: any Decoder) throws {
      let json = try OutputDecoder(decoder)
      vectors = try json.part(EmbeddingsFormat())
      matrices = try json.part(matrixFormat)
    }
  }

  @Test("Vectors and matrices come back from a line, and have the tensors of their description")
  func readingAndTensors() throws {
    let output = VectorOutput(parts: Self.embeddings.parts + Self.matrices.parts)
    let line = try FrameRecord(file: nil, frame: 0, timestampMs: nil, output: output).json()
    let parts = try JSONDecoder().decode(Parts.self, from: Data(line.utf8))
    #expect(AnyHashable(parts.vectors) == AnyHashable(Self.embeddings.parts[0]))
    #expect(parts.matrices.matrices == [.init(rows: [[1, 0], [0, 1]])])
    let request = TensorRequest(sizes: [(1, 1)], reserve: { _ in }) { _ in true }
    #expect(
      EmbeddingsFormat().tensors(of: [parts.vectors], for: request)
        == [OutputTensor("embeddings", shape: [1, 2, 2], .float32([0.5, -1, -128, 127]))])
    #expect(
      Self.matrixFormat.tensors(of: [parts.matrices], for: request)
        == [OutputTensor("facial_transformation_matrixes", shape: [1, 1, 2, 2], .float32([1, 0, 0, 1]))])
  }
}
