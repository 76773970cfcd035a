import ArgumentParser
import VisionTasks

/// A share of a batch's parts. Whole parts are shared, so a part has the same bytes whatever the number of shards is.
struct Shard: Codable, Hashable, Sendable {
  /// The only shard.
  static let whole = Shard(index: 0, count: 1)
  /// The allowed numbers of shards.
  static let counts = 1...1_000_000

  /// From 0 to `count` - 1.
  let index: Int
  /// One of `counts`.
  let count: Int

  /// Whether a part belongs to it.
  func has(part: Int) -> Bool { part % count == index }

  init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

  /// Parses `I/N`; nil for another text and for an index outside of the range.
  init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1], Self.counts.contains(count),
      (0..<count).contains(index)
    else { return nil }
    self.init(index: index, count: count)
  }
}

extension Shard: CustomStringConvertible {
  var description: String { "\(index)/\(count)" }
}

/// The value of `--shard`.
enum ShardChoice: Hashable, Sendable {
  case shard(Shard)
  /// The variables of a scheduler, with the number of shards where it states none.
  case environment(count: Int?)

  /// The shard.
  ///
  /// - Parameter environment: The process's environment.
  /// - Returns: The shard.
  /// - Throws: `ValidationError` when no scheduler's variables are set, or they are no shard.
  func shard(_ environment: [String: String]) throws -> Shard {
    switch self {
    case .shard(let shard): shard
    case .environment(let count): try SchedulerShard(environment).shard(count: count)
    }
  }
}

extension ShardChoice: ExpressibleByArgument {
  init?(argument: String) {
    if argument == "env" {
      self = .environment(count: nil)
    } else if argument.hasPrefix("env/"), let count = Int(argument.dropFirst(4)), Shard.counts.contains(count) {
      self = .environment(count: count)
    } else if let shard = Shard(argument) {
      self = .shard(shard)
    } else {
      return nil
    }
  }
}
