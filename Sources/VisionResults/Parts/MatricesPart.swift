import VisionCore

package struct MatricesFormat: PartFormat, Hashable {
  private let kind = "matrices"
  package let key, title: String
  package let rowCount, columnCount: Int
  /// The property of the option that asks for the matrices; nil for those that every result has.
  package var option: String?

  /// Each face's pose in space.
  package static let facialTransformation = MatricesFormat(
    key: "facialTransformationMatrixes", title: "FacialTransformationMatrixes", rowCount: 4, columnCount: 4,
    option: "outputFacialTransformationMatrixes")

  private enum CodingKeys: CodingKey { case kind, key, title }

  package func decode(from json: OutputDecoder) throws -> MatricesPart {
    if option != nil, !json.container.contains(AnyCodingKey(key)) { return MatricesPart(self, []) }
    let matrices = try json.container.decode([[JSONNumber<Float>]].self, forKey: AnyCodingKey(key))
    let parts = matrices.map { values in
      let starts = stride(from: 0, to: values.count, by: max(columnCount, 1))
      return MatricesPart.Matrix(rows: starts.map { values[$0...].prefix(columnCount).map(\.value) })
    }
    return MatricesPart(self, parts)
  }

  package var tensors: [TensorSpec] {
    [TensorSpec(TensorSpec.name(of: key), .float32, [-1, -1, rowCount, columnCount])]
  }

  package func tensors(of parts: [MatricesPart], for request: TensorRequest) -> [OutputTensor] {
    let matrices = parts.map { $0.matrices.map { $0.rows.flatMap { $0 } } }
    return [.floats(TensorSpec.name(of: key), matrices, row: [rowCount, columnCount])]
  }
}

/// Matrices of one kind, such as a face's pose in space, one for each subject.
package struct MatricesPart: OutputPart {
  package struct Matrix: Sendable, Hashable {
    package let rows: [[Float]]

    package init(rows: [[Float]]) { self.rows = rows }

    package static func == (first: Matrix, second: Matrix) -> Bool {
      first.rows.map(\.comparable) == second.rows.map(\.comparable)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(rows.map(\.comparable)) }
  }

  package let format: MatricesFormat
  package let matrices: [Matrix]

  package init(_ format: MatricesFormat, _ matrices: [Matrix]) {
    (self.format, self.matrices) = (format, matrices)
  }

  package var count: Int { matrices.count }

  package func encode(to json: inout OutputEncoder) throws {
    if format.option != nil, matrices.isEmpty { return }
    try json.container.encode(matrices.map { $0.rows.flatMap(\.comparable) }, forKey: AnyCodingKey(format.key))
  }

  package func lines(_ text: OutputText) -> [String] {
    if format.option != nil, matrices.isEmpty { return [] }
    var lines = ["  \(format.title):"]
    for (number, matrix) in matrices.enumerated() {
      lines.append("    Matrix #\(number):")
      lines += matrix.rows.map { "      \($0.map(OutputText.coordinate).joined(separator: " "))" }
    }
    return lines
  }

  package func table(_ categories: [CategoriesPart], isTracked: Bool) -> OutputTable? {
    let width = matrices.flatMap { $0.rows.map(\.count) }.max() ?? 0
    let columns = (0..<width).map { "column_\($0)" }
    let rows = matrices.enumerated().flatMap { number, matrix in
      matrix.rows.enumerated().map { row, values in
        ["\(number)", "\(row)"] + columns.indices.map { $0 < values.count ? "\(values[$0])" : "" }
      }
    }
    return OutputTable(columns: ["number", "row"] + columns, rows: rows)
  }
}
