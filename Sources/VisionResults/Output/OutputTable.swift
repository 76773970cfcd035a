/// An output as CSV rows: one for each landmark, box or value of the parts that have rows, otherwise one for each
/// category.
package struct OutputTable: Sendable {
  package let columns: [String]
  /// The rows, with a field for each column; missing values are empty.
  package let rows: [[String]]

  /// With `isTracked` there is a column for tracking IDs also where the output has none, as that of an image beside
  /// videos.
  package init(_ output: any TaskOutput, isTracked: Bool = false) {
    let categories = output.categories
    let tables = output.parts.compactMap { $0.table(categories, isTracked: isTracked) }
    let columns = tables.first?.columns ?? []
    // A file has one header: parts with other columns than the first one's have no rows.
    self =
      tables.isEmpty
      ? CategoriesPart.table(of: categories)
      : OutputTable(columns: columns, rows: tables.filter { $0.columns == columns }.flatMap(\.rows))
  }

  init(columns: [String], rows: [[String]]) { (self.columns, self.rows) = (columns, rows) }

  /// The heading of a file, without its line break. `first` are the columns before the output's own.
  package func heading(after first: [String] = CSVLine.placeColumns) -> String { CSVLine.text(first + columns) }

  /// The rows without their line breaks, each after the fields of the first columns.
  package func lines(after first: [String]) -> [String] { rows.map { CSVLine.text(first + $0) } }
}

/// Lines of comma-separated values (RFC 4180).
package enum CSVLine {
  package static let placeColumns = ["file", "frame", "timestamp_ms"]

  /// The fields of these columns; the time is in milliseconds, nil for an image.
  package static func place(file: String, frame: Int, time: Int?) -> [String] {
    [file, "\(frame)", time.map { "\($0)" } ?? ""]
  }

  /// A row without its line break; fields with commas, quotes or line breaks are quoted.
  package static func text(_ fields: [String]) -> String {
    fields.map(withoutFormula).map { field in
      // By bytes, since CR LF is a single Character.
      field.utf8.contains(where: { Array(",\"\r\n".utf8).contains($0) }) ? quoted(field) : field
    }.joined(separator: ",")
  }

  /// The field, with an apostrophe before a text that spreadsheets would run as a formula. Numbers stay.
  private static func withoutFormula(_ field: String) -> String {
    let mayBeFormula = field.utf8.first.map(Array("=+-@\t\r".utf8).contains) ?? false
    return mayBeFormula && Double(field) == nil ? "'" + field : field
  }

  /// Splits by scalars: a quotation mark followed by a combining mark is a different character.
  private static func quoted(_ field: String) -> String {
    let parts = field.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).map { String($0) }
    return "\"" + parts.joined(separator: "\"\"") + "\""
  }
}
