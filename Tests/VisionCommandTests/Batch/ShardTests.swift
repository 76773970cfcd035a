import ArgumentParser
import Testing

@testable import VisionCommand

@Suite("Shards")
struct ShardTests {
  @Test("Every part belongs to one shard, whatever their number")
  func partition() {
    for count in 1...9 {
      for part in 0..<40 {
        #expect((0..<count).count { Shard(index: $0, count: count).has(part: part) } == 1)
      }
    }
  }

  @Test("Parts have all inputs of all shards once")
  func parts() {
    for (inputs, size) in [(0, 5), (1, 5), (5, 5), (6, 5), (23, 4), (10, 1)] {
      for count in 1...5 {
        let numbers = (0..<count).flatMap { index in
          let batch = Self.batch(inputs, size, Shard(index: index, count: count))
          let numbers = batch.parts.flatMap { Array(batch.numbers(ofPart: $0)) }
          #expect(batch.shardInputCount == numbers.count)
          return numbers
        }
        #expect(numbers.sorted() == Array(0..<inputs))
      }
    }
  }

  static func batch(_ inputs: Int, _ size: Int, _ shard: Shard) -> BatchDescription {
    BatchDescription(
      task: "t", model: "m", options: [:], format: .jsonl, partSize: size, segmentSeconds: nil, version: "1",
      shard: shard, inputCount: inputs)
  }

  @Test("Descriptions with numbers that no batch has are refused, and large ones are counted without a loop")
  func plausible() {
    let most = Int.max - 1_000_000
    let large = Self.batch(most, 1_000_000, Shard(index: 0, count: 1_000_000))
    #expect(large.isPlausible && large.shardInputCount > 9_000_000_000_000)
    #expect(Self.batch(most, 1, .whole).isPlausible && Self.batch(most, 1, .whole).shardInputCount == most)
    #expect(!Self.batch(1, 1_000_001, .whole).isPlausible && !Self.batch(1, 0, .whole).isPlausible)
    #expect(!Self.batch(.max, 1, .whole).isPlausible && !Self.batch(-1, 1, .whole).isPlausible)
    for shard in [Shard(index: 0, count: 1_000_001), Shard(index: 2, count: 2), Shard(index: -1, count: 2)] {
      #expect(!Self.batch(1, 1, shard).isPlausible, "\(shard)")
    }
  }

  @Test("I/N, env and env/N; nothing else")
  func parsing() throws {
    #expect(try ShardChoice.parse("0/1") == .shard(.whole))
    #expect(try ShardChoice.parse("3/4") == .shard(Shard(index: 3, count: 4)))
    #expect(try ShardChoice.parse("env") == .environment(count: nil))
    #expect(try ShardChoice.parse("env/8") == .environment(count: 8))
    for text in [
      "", "1", "4/4", "-1/4", "0/0", "1/2/3", "a/b", "env/", "env/0", "0/", "/4", "0 / 4", "ENV", "0/1000001",
      "env/1000001",
    ] {
      #expect(throws: ValidationError.self, "\(text)") { try ShardChoice.parse(text) }
    }
  }

  private func shard(_ choice: ShardChoice, _ environment: [String: String]) throws -> Shard {
    try choice.shard(environment)
  }

  @Test("Variables that are no shard are refused by name")
  func environment() throws {
    let slurm = ["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "1"]
    #expect(try shard(.environment(count: nil), slurm) == Shard(index: 2, count: 4))
    #expect(try shard(.environment(count: 8), ["JOB_COMPLETION_INDEX": "7"]) == Shard(index: 7, count: 8))
    let wrong: [(Int?, [String: String], String)] = [
      (nil, [:], "none of JOB_COMPLETION_INDEX"), (nil, ["JOB_COMPLETION_INDEX": "0"], "use --shard env/N"),
      (2, ["JOB_COMPLETION_INDEX": "2"], "is no shard"), (2, ["JOB_COMPLETION_INDEX": "x"], "is no number"),
      (2, slurm.merging(["JOB_COMPLETION_INDEX": "1"]) { $1 }, "JOB_COMPLETION_INDEX and SLURM_ARRAY_TASK_ID"),
      (nil, slurm.merging(["SLURM_ARRAY_TASK_STEP": "3"]) { $1 }, "which is no shard"),
      (nil, slurm.merging(["SLURM_ARRAY_TASK_STEP": "0"]) { $1 }, "which is no shard"),
      (nil, slurm.merging(["SLURM_ARRAY_TASK_MIN": "\(Int.min)"]) { $1 }, "which is no shard"),
    ]
    for (count, environment, words) in wrong {
      let error = #expect(throws: ValidationError.self) { try shard(.environment(count: count), environment) }
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
  }
}
