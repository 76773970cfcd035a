import ArgumentParser
import VisionTasks

/// A share of a batch's parts. Whole parts are shared, so a part has the same bytes whatever the number of shards is.
struct Shard: Codable, Hashable, Sendable, CustomStringConvertible {
  static let whole = Shard(index: 0, count: 1)
  static let counts = 1...1_000_000

  let index, count: Int

  func has(part: Int) -> Bool { part % count == index }
  init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

  init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1], Self.counts.contains(count),
      (0..<count).contains(index)
    else { return nil }
    self.init(index: index, count: count)
  }

  /// The shard of an array job. `given` is the number of shards on the command line; nil for that of the scheduler.
  fileprivate init(ofJobIn environment: [String: String], count given: Int?) throws {
    func number(_ name: String?) throws -> Int? {
      guard let name, let text = environment[name] else { return nil }
      guard let number = Int(text) else { throw ValidationError("\(name) is \"\(text)\", which is no number.") }
      return number
    }
    let found = Scheduler.all.filter { environment[$0.index] != nil }
    guard let scheduler = found.first, found.count == 1 else {
      throw ValidationError(
        found.isEmpty
          ? "--shard is env, but none of \(Scheduler.all.map(\.index).joined(separator: ", ")) is set; use --shard I/N."
          : "--shard is env, but \(found.map(\.index).joined(separator: " and ")) are set; use --shard I/N.")
    }
    guard let count = try given ?? number(scheduler.count) else {
      throw ValidationError(
        "--shard is env, but \(scheduler.name) does not state the number of shards; use --shard env/N.")
    }
    let (first, step) = (try number(scheduler.first) ?? 0, try number(scheduler.step) ?? 1)
    guard let place = try number(scheduler.index), step >= 1,
      case let distance = place.subtractingReportingOverflow(first),
      !distance.overflow, distance.partialValue.isMultiple(of: step),
      let shard = Shard("\(distance.partialValue / step)/\(count)")
    else {
      throw ValidationError(
        "\(scheduler.index) is \(environment[scheduler.index] ?? "") of \(count) shards from \(first) in steps of \(step), "
          + "which is no shard; use --shard I/N.")
    }
    self = shard
  }

  var description: String { "\(index)/\(count)" }
}

enum ShardChoice: Hashable, Sendable {
  case shard(Shard)
  case environment(count: Int?)

  func shard(_ environment: [String: String]) throws -> Shard {
    switch self {
    case .shard(let shard): shard
    case .environment(let count): try Shard(ofJobIn: environment, count: count)
    }
  }

  @Sendable static func parse(_ text: String) throws -> ShardChoice {
    if text == "env" { return .environment(count: nil) }
    if text.hasPrefix("env/"), let count = Int(text.dropFirst(4)), Shard.counts.contains(count) {
      return .environment(count: count)
    }
    if let shard = Shard(text) { return .shard(shard) }
    throw ValidationError(
      "allowed are 0/N to N-1/N, env and env/N, with N from \(Shard.counts.lowerBound) to \(Shard.counts.upperBound).")
  }
}

private struct Scheduler {
  let name, index: String
  var count, first, step: String?

  static let all = [
    Scheduler(name: "Kubernetes", index: "JOB_COMPLETION_INDEX"),
    Scheduler(name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE"),
    Scheduler(
      name: "Slurm", index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT", first: "SLURM_ARRAY_TASK_MIN",
      step: "SLURM_ARRAY_TASK_STEP"),
  ]
}
