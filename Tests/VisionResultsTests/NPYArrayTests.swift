import Foundation
import Testing
import VisionCore

@testable import VisionResults

private struct VectorOutput: TaskOutput {
  static let format = OutputFormat(
    task: "vectors", title: "VectorResult", subject: .init(one: "vector", several: "vectors"), parts: [])

  var parts: [any OutputPart]

  init(_ values: EmbeddingVector.Values...) {
    parts = [
      EmbeddingsPart(values.enumerated().map { EmbeddingVector(headIndex: $0, headName: nil, values: $1) })
    ]
  }
}

@Suite("Embeddings as NumPy arrays")
struct NPYArrayTests {
  private func text(_ header: Data) -> String { String(decoding: header.dropFirst(10), as: UTF8.self) }

  @Test("The header names rows, columns and type, and has always the same length")
  func header() throws {
    var array = NPYArray()
    #expect(array.header.count == NPYArray.headerLength && text(array.header).contains("'shape': (0, 0)"))
    let row = try #require(try array.row(of: VectorOutput(.float32([0.5, -2]), .float32([3]))))
    #expect(row.map { $0 } == [0, 0, 0, 0x3F, 0, 0, 0, 0xC0, 0, 0, 0x40, 0x40])
    _ = try array.row(of: VectorOutput(.float32([1, 2, 3])))
    #expect(array.header.prefix(10) == Data([0x93] + Array("NUMPY".utf8) + [1, 0, 118, 0]))
    #expect(text(array.header).hasPrefix("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }  "))
    #expect(array.header.count == NPYArray.headerLength && array.header.last == UInt8(ascii: "\n"))
  }

  @Test("Quantized vectors are signed bytes")
  func bytes() throws {
    var array = NPYArray()
    #expect(try array.row(of: VectorOutput(.int8([-128, 127, 0]))) == Data([0x80, 0x7F, 0]))
    #expect(text(array.header).contains("'descr': '|i1'") && text(array.header).contains("(1, 3)"))
  }

  @Test("Rows of another length or type are refused and not counted")
  func mixedRows() throws {
    var array = NPYArray()
    #expect(try array.row(of: VectorOutput()) == nil)
    _ = try array.row(of: VectorOutput(.float32([1, 2])))
    for other in [
      VectorOutput(.float32([1])), VectorOutput(.int8([1, 2])), VectorOutput(.float32([1]), .int8([1])),
    ] {
      let error = #expect(throws: TasksError.self) { try array.row(of: other) }
      #expect(error?.code == .invalidArgumentError)
    }
    #expect(array.rowCount == 1)
  }
}
