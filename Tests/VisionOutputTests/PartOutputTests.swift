import Foundation
import Testing
import VisionTasks

@testable import VisionOutput

/// An output with every kind of part that no task has yet.
private struct VectorOutput: TaskOutput {
  static let format = OutputFormat(
    task: "vectors", title: "VectorResult", subject: .init(one: "face", several: "faces"))

  var parts: [OutputPart]
}

@Suite("Parts that come with further tasks")
struct PartOutputTests {
  private static let classes = VectorOutput(parts: [
    .categories(
      CategoriesPart(
        CategoriesFormat(key: "classifications", title: "Classifications"),
        heads: [
          Classifications(
            headIndex: 0, headName: "probability",
            categories: [ResultCategory(index: 3, score: 0.5, categoryName: "cup", displayName: nil)])
        ]))
  ])
  private static let embeddings = VectorOutput(parts: [
    .embeddings([
      EmbeddingVector(headIndex: 0, headName: "feature", values: .float32([0.5, -1])),
      EmbeddingVector(headIndex: 1, headName: nil, values: .int8([-128, 127])),
    ])
  ])
  private static let matrices = VectorOutput(parts: [
    .matrices(
      MatricesPart(
        key: "facialTransformationMatrixes", title: "FacialTransformationMatrixes",
        [.init(rows: [[1, 0], [0, 1]])]))
  ])

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
    #expect(VectorOutput(parts: [.embeddings([])]).lines(listsAll: false) == ["VectorResult: no faces"])
  }

  @Test("A matrix with shorter rows has empty fields at their ends")
  func raggedMatrix() {
    let table = OutputTable(
      VectorOutput(parts: [.matrices(MatricesPart(key: "m", title: "M", [.init(rows: [[1, 2, 3], [4]])]))]))
    #expect(table.columns == ["number", "row", "column_0", "column_1", "column_2"])
    #expect(table.rows == [["0", "0", "1.0", "2.0", "3.0"], ["0", "1", "4.0", "", ""]])
  }
}
