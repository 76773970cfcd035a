import ArgumentParser

/// The shard of an array job, by the variables that its scheduler sets.
struct SchedulerShard {
  private struct Scheduler {
    let name: String
    let index: String
    let count: String?
    let first: String?
    let step: String?
  }

  private static let schedulers = [
    Scheduler(name: "Kubernetes", index: "JOB_COMPLETION_INDEX", count: nil, first: nil, step: nil),
    Scheduler(
      name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE", first: nil, step: nil),
    Scheduler(
      name: "Slurm", index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT", first: "SLURM_ARRAY_TASK_MIN",
      step: "SLURM_ARRAY_TASK_STEP"),
  ]

  private let environment: [String: String]
  private let scheduler: Scheduler

  /// - Throws: `ValidationError` unless the variables of exactly one scheduler are set.
  init(_ environment: [String: String]) throws {
    self.environment = environment
    let found = Self.schedulers.filter { environment[$0.index] != nil }
    guard let scheduler = found.first, found.count == 1 else {
      throw ValidationError(
        found.isEmpty
          ? "--shard is env, but none of \(Self.schedulers.map(\.index).joined(separator: ", ")) is set; use --shard I/N."
          : "--shard is env, but \(found.map(\.index).joined(separator: " and ")) are set; use --shard I/N.")
    }
    self.scheduler = scheduler
  }

  /// The shard.
  ///
  /// - Parameter given: The number of shards on the command line; nil for that of the scheduler.
  /// - Returns: The shard.
  /// - Throws: `ValidationError` for variables that are no shard.
  func shard(count given: Int?) throws -> Shard {
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
    return shard
  }

  private func number(_ name: String?) throws -> Int? {
    guard let name, let text = environment[name] else { return nil }
    guard let number = Int(text) else { throw ValidationError("\(name) is \"\(text)\", which is no number.") }
    return number
  }
}
