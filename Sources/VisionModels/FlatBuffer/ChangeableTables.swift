import VisionErrors

/// A vector of tables, of which some are to be changed. A table that is in it twice may not change, as a writer may
/// store equal ones once.
package struct ChangeableTables {
  private let tables: [FlatBufferTable]
  private let uses: [Int: Int]

  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  package init(_ table: FlatBufferTable, _ slot: Int) throws(TasksError) {
    tables = try table.tables(slot)
    uses = Dictionary(tables.map { ($0.position, 1) }, uniquingKeysWith: +)
  }

  /// - Throws: `TasksError` with `invalidArgumentError` for an index out of range and for a table that is in the vector
  ///   twice.
  package subscript(place: Int) -> FlatBufferTable {
    get throws(TasksError) {
      guard tables.indices.contains(place), uses[tables[place].position] == 1 else {
        throw TasksError.invalidArgument(
          "The model file has table \(place) of \(tables.count) in two places, so it cannot be changed; use it as it is."
        )
      }
      return tables[place]
    }
  }
}
