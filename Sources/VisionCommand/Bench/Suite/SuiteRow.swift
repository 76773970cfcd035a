import Foundation
import VisionTasks

/// A row of the table and its task.
struct SuiteRow: Sendable {
  /// The task's name on the command line.
  let task: String
  let benchmark: BenchmarkRow

  var name: String { benchmark.name }
  var file: String { benchmark.file }
  /// The limits on this machine.
  var limits: BenchmarkLimits { limits(on: .current) }

  /// The rows of all tasks.
  static let all: [SuiteRow] = TaskRegistry.all.flatMap { task in
    task.descriptor.benchmarks.rows.map { SuiteRow(task: task.descriptor.name, benchmark: $0) }
  }

  /// The limits on a machine: the row's own ones where the processor has AVX2 at most.
  func limits(on machine: MachineDescription) -> BenchmarkLimits {
    let isAVX2 = machine.vectorInstructions.first?.hasPrefix("AVX2") ?? false
    return isAVX2 ? benchmark.avx2Limits ?? benchmark.limits : benchmark.limits
  }

  /// Whether the row's name or file contains a text, ignoring case; true for nil.
  func matches(_ text: String?) -> Bool {
    text.map { "\(name) \(file)".localizedCaseInsensitiveContains($0) } ?? true
  }
}

/// A batch row and its task.
struct SuiteBatch: Codable, Hashable, Sendable {
  /// The task's name on the command line.
  let task: String
  let row: BatchRow

  var name: String { row.name }

  /// The batch rows of all tasks.
  static let all: [SuiteBatch] = TaskRegistry.all.flatMap { task in
    task.descriptor.benchmarks.batches.map { SuiteBatch(task: task.descriptor.name, row: $0) }
  }
}
