import VisionCore
import VisionModels

/// The settings of an operator, by their slot in the schema's table for its kind.
enum OperatorOptions {
  /// Those of a model file; nil where the file has none.
  case table(FlatBufferTable?)
  /// Some that are given: one number or several a slot.
  case numbers([Int: [Double]])

  /// A 32-bit whole number.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model, as all of these.
  func integer(_ slot: Int, absent: Int = 0) throws(TasksError) -> Int {
    switch self {
    case .table(let table): Int(try table?.integer(slot, absent: Int32(absent)) ?? Int32(absent))
    case .numbers(let numbers): numbers[slot]?.first.map { Int($0) } ?? absent
    }
  }

  /// A byte: a truth value or the number of a kind.
  func byte(_ slot: Int) throws(TasksError) -> Int {
    switch self {
    case .table(let table): Int(try table?.integer(slot, absent: Int8(0)) ?? 0)
    case .numbers(let numbers): numbers[slot]?.first.map { Int($0) } ?? 0
    }
  }

  /// A 32-bit floating-point number, 0 when it is left out.
  func float(_ slot: Int) throws(TasksError) -> Float {
    switch self {
    case .table(let table): try table?.float(slot, absent: 0) ?? 0
    case .numbers(let numbers): numbers[slot]?.first.map { Float($0) } ?? 0
    }
  }

  /// Several 32-bit whole numbers; empty when they are left out.
  func integers(_ slot: Int) throws(TasksError) -> [Int] {
    switch self {
    case .table(let table): try table?.integers(slot, as: Int32.self).map { Int($0) } ?? []
    case .numbers(let numbers): numbers[slot]?.map { Int($0) } ?? []
    }
  }
}
