import VisionResults

/// An output as CSV rows: one for each landmark, box, category or value of its main part.
package struct OutputTable: Sendable {
  /// The columns after those of the frame.
  package let columns: [String]
  /// The rows, with a field for each column; missing values are empty.
  package let rows: [[String]]

  /// Makes the table of the main part: the first in the order landmarks, boxes, categories, embeddings, matrices.
  package init(_ output: any TaskOutput) {
    let parts = output.parts
    let categories = parts.compactMap { part -> CategoriesPart? in
      if case .categories(let part) = part { part } else { nil }
    }
    for case .landmarks(let part) in parts {
      self.init(part, categories: categories)
      return
    }
    for case .boxes(let part) in parts {
      self.init(part)
      return
    }
    if !categories.isEmpty {
      self.init(categories)
      return
    }
    for part in parts {
      switch part {
      case .embeddings(let vectors):
        self.init(vectors)
        return
      case .matrices(let part):
        self.init(part)
        return
      case .categories, .boxes, .landmarks, .masks: continue
      }
    }
    self.init(columns: [], rows: [])
  }

  init(columns: [String], rows: [[String]]) {
    self.columns = columns
    self.rows = rows
  }

  /// Makes a row for each category, best first.
  private init(_ parts: [CategoriesPart]) {
    self.init(
      columns: ["kind", "number", "category", "index", "score"],
      rows: parts.flatMap { part in
        part.lists.enumerated().flatMap { number, categories in
          categories.map { [part.format.key, "\(number)", $0.categoryName ?? "", "\($0.index)", "\($0.score)"] }
        }
      })
  }

  /// Makes a row for each value.
  private init(_ vectors: [EmbeddingVector]) {
    self.init(
      columns: ["head", "head_name", "position", "value"],
      rows: vectors.flatMap { vector in
        let values =
          switch vector.values {
          case .float32(let values): values.map { "\($0)" }
          case .int8(let values): values.map { "\($0)" }
          }
        return values.enumerated().map { ["\(vector.headIndex)", vector.headName ?? "", "\($0)", $1] }
      })
  }

  /// Makes a row for each row of a matrix.
  private init(_ part: MatricesPart) {
    let width = part.matrices.flatMap { $0.rows.map(\.count) }.max() ?? 0
    self.init(
      columns: ["number", "row"] + (0..<width).map { "column_\($0)" },
      rows: part.matrices.enumerated().flatMap { number, matrix in
        matrix.rows.enumerated().map { row, values in
          ["\(number)", "\(row)"] + values.map { "\($0)" } + Array(repeating: "", count: width - values.count)
        }
      })
  }
}
