import Foundation
import TestSupport
import Testing

/// Shards and how they are joined.
@Suite("Shards of batches, end to end", .needs(.command), .needs(.shared))
struct BatchShardTests {
  private let fixture: BatchFixture
  private let options = ["--part-size", "2"]

  /// Eleven images in six parts, the last one short; one image is broken.
  init() throws {
    fixture = try BatchFixture()
    try fixture.writeImages(0..<11)
    try fixture.folder.write("broken", "in/1004.png")
    #expect(try fixture.run([fixture.path("in"), "--out", fixture.path("whole"), "--quiet"] + options).status == 1)
  }

  /// Runs all shards into folders with this name and their index.
  private func runShards(_ count: Int, _ name: String) throws -> [String] {
    try (0..<count).map { index in
      let run = try fixture.run(
        [fixture.path("in"), "--out", fixture.path("\(name)\(index)"), "--shard", "\(index)/\(count)"] + options)
      // The broken image is in part 2.
      #expect(run.status == (2 % count == index ? 1 : 0), "\(run.errors)")
      return "\(name)\(index)"
    }
  }

  @Test("Together they are disjoint and complete: the folder of a run without shards", arguments: [1, 2, 4, 7])
  func together(count: Int) throws {
    let names = try runShards(count, "shard")
    let whole = try fixture.files("whole")
    var seen: [String] = []
    for name in names {
      for (file, bytes) in try fixture.files(name) where file.hasPrefix("part-") {
        #expect(bytes == whole[file])
        seen.append(file)
      }
    }
    #expect(seen.sorted() == whole.keys.filter { $0.hasPrefix("part-") }.sorted())
    let merge = try fixture.merge(names.reversed(), out: "out")
    #expect(merge.status == 0 && merge.errors.contains("11 inputs in 6 parts"), "\(merge.errors)")
    #expect(merge.errors.contains("none is missing; 1 failed"), "\(merge.errors)")
    #expect(try fixture.files("out") == whole)
    // Merged again, nothing changes; merged folders continue as one batch.
    #expect(try fixture.merge(names, out: "out").status == 0)
    try fixture.writeImages(4..<5)
    try fixture.runDone(out: "out", options + ["--retry-failed"])
  }

  @Test("Merged again after a retry: fewer failed inputs replace, more do not, and other differences are refused")
  func mergedAgain() throws {
    let names = try runShards(2, "shard")
    let broken = try fixture.files("whole")
    #expect(try fixture.merge(names, out: "out").status == 0)
    try fixture.writeImages(4..<5)
    try fixture.runDone(out: "shard0", options + ["--shard", "0/2", "--retry-failed"])
    try fixture.runDone(out: "whole", options + ["--retry-failed"])
    let again = try fixture.merge(names, out: "out")
    #expect(again.status == 0 && again.errors.contains("none is missing; 0 failed"), "\(again.errors)")
    #expect(try fixture.files("out") == fixture.files("whole"))
    // The folder of before the retry.
    for (name, bytes) in broken { try fixture.folder.write(bytes, "before/" + name) }
    #expect(try fixture.merge(["before"], out: "out").status == 0)
    #expect(try fixture.files("out") == fixture.files("whole"))
    // What is damaged in the folder is copied again.
    try fixture.folder.write("{\"number\":0}\n", "out/part-00000.jsonl")
    #expect(try fixture.merge(names, out: "out").status == 0)
    #expect(try fixture.files("out") == fixture.files("whole"))
  }

  @Test("Shards of several numbers join, where parts that both have are the same")
  func overlapping() throws {
    let names = try runShards(2, "a") + runShards(3, "b")
    #expect(try fixture.merge(names, out: "out").status == 0)
    #expect(try fixture.files("out") == fixture.files("whole"))
    // The parts 0, 2, 4 and 1, 4 and 2, 5.
    let other = try fixture.merge(["a0", "b1", "b2"], out: "other")
    #expect(other.status == 1 && other.errors.contains("2 of 11 inputs are missing: 6 to 7."), "\(other.errors)")
  }

  @Test("Missing inputs are named, and nothing is written")
  func missing() throws {
    let names = try runShards(3, "shard")
    let run = try fixture.merge([names[0], names[2]], out: "out")
    #expect(run.status == 1 && run.errors.contains("4 of 11 inputs are missing: 2 to 3, 8 to 9."), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: fixture.path("out")))
    try FileManager.default.removeItem(atPath: fixture.path("shard2/part-00005.jsonl"))
    let last = try fixture.merge(names, out: "out")
    #expect(last.status == 1 && last.errors.contains("1 of 11 inputs is missing: 10."), "\(last.errors)")
  }

  @Test("Doubles with other bytes, other batches, damaged manifests and folders of nothing are refused")
  func refused() throws {
    let names = try runShards(2, "shard")
    // Another machine has another image under the same name.
    let image = try fixture.folder.bytes("in/1000.png")
    try fixture.folder.write(BatchFixture.image(99), "in/1000.png")
    #expect(try fixture.run([fixture.path("in"), "--out", fixture.path("other"), "--quiet"] + options).status == 1)
    let doubles = try fixture.merge(names + ["other"], out: "out")
    #expect(doubles.status == 1 && doubles.errors.contains("The inputs 0 to 1 have other results"), "\(doubles.errors)")
    #expect(try fixture.merge(["other"], out: "merged").status == 0)
    let merged = try fixture.merge(names, out: "merged")
    #expect(merged.status == 1 && merged.errors.contains("The inputs 0 to 1 have other results"), "\(merged.errors)")
    try fixture.folder.write(image, "in/1000.png")
    // A run of one of the folders was killed.
    try fixture.folder.write(image, "shard1/.batch/staged-00001.results")
    let staged = try fixture.merge(names, out: "out")
    #expect(staged.status == 2 && staged.errors.contains("run its command once more"), "\(staged.errors)")
    try FileManager.default.removeItem(atPath: fixture.path("shard1/.batch/staged-00001.results"))

    let manifest = try fixture.folder.text("shard1/manifest.jsonl")
    try fixture.folder.write(manifest.replacing("1002", with: "1003"), "shard1/manifest.jsonl")
    let damaged = try fixture.merge(names, out: "out")
    #expect(damaged.status == 1 && damaged.errors.contains("manifests are damaged"), "\(damaged.errors)")
    try fixture.folder.write(manifest, "shard1/manifest.jsonl")

    #expect(try fixture.merge(["in"], out: "none").errors.contains("has no batch.json"))
    #expect(try fixture.merge(["whole"], out: "whole").errors.contains("--out is one of the folders"))
    #expect(
      try fixture.run([fixture.path("in"), "--out", fixture.path("csv"), "--quiet", "--format", "csv"] + options).status
        == 1)
    let foreign = try fixture.merge(["csv"], out: "other")
    #expect(foreign.status == 2 && foreign.errors.contains("has other results"), "\(foreign.errors)")
    try FileManager.default.removeItem(atPath: fixture.path("in/1010.png"))
    #expect(try fixture.run([fixture.path("in"), "--out", fixture.path("fewer"), "--quiet"] + options).status == 1)
    let other = try fixture.merge(["shard0", "fewer"], out: "none")
    #expect(other.status == 1 && other.errors.contains("are of different batches"), "\(other.errors)")
  }

  @Test("The variables of schedulers are shards; the results are the same")
  func environment() throws {
    let variables: [(String, [String: String])] = [
      ("env/2", ["JOB_COMPLETION_INDEX": "1"]),
      ("env", ["AWS_BATCH_JOB_ARRAY_INDEX": "1", "AWS_BATCH_JOB_ARRAY_SIZE": "2"]),
      (
        "env",
        [
          "SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_COUNT": "2", "SLURM_ARRAY_TASK_MIN": "5",
          "SLURM_ARRAY_TASK_STEP": "2",
        ]
      ),
    ]
    try fixture.runDone(out: "shard", options + ["--shard", "1/2"])
    for (number, (shard, environment)) in variables.enumerated() {
      let run = try fixture.run(
        [fixture.path("in"), "--out", fixture.path("env\(number)"), "--shard", shard] + options,
        environment: environment)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try fixture.files("env\(number)") == fixture.files("shard"))
    }
  }

  @Test("More shards than parts: a note says which part size helps, and the empty shard is a good one")
  func empty() throws {
    let run = try fixture.run(
      [fixture.path("in"), "--out", fixture.path("out"), "--shard", "3/4", "--part-size", "1000"])
    #expect(
      run.status == 0 && run.errors.contains("4 shards have 1 part, so some have nothing to do; --part-size 1 "),
      "\(run.errors)")
    #expect(try fixture.files("out")["manifest.jsonl"] == Data())
  }
}

@Suite("The scripts of packaging/batch")
struct BatchScriptTests {
  @Test("Without GNU parallel, or with another program of that name, the script says what it needs and writes nothing")
  func missingParallel() throws {
    let folder = try TemporaryFolder()
    func run(_ arguments: [String]) throws -> (status: Int32, errors: String) {
      let (process, errors) = (Process(), Pipe())
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = [Checkout.file("packaging/batch/gnu-parallel.sh").path] + arguments
      process.environment = ["PATH": folder.path("bin")]
      process.standardError = errors
      try process.run()
      let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }
    try FileManager.default.createDirectory(atPath: folder.path("bin"), withIntermediateDirectories: true)
    for name in ["grep", "seq"] {
      let program = try #require(["/usr/bin/", "/bin/"].first { FileManager.default.fileExists(atPath: $0 + name) })
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("bin/" + name), withDestinationPath: program + name)
    }
    let arguments = ["2", "detect", "in", folder.path("out")]
    #expect(try run(arguments).errors.contains("needs GNU parallel; install it"))
    // That of moreutils knows no such option.
    let other = try folder.write("#!/bin/sh\necho 'parallel: invalid option' >&2\nexit 1\n", "bin/parallel")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: other)
    let refused = try run(arguments)
    #expect(refused.status == 2 && refused.errors.contains("needs GNU parallel"), "\(refused.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
    #expect(try run(["2", "detect"]).errors.contains("usage: gnu-parallel.sh SHARDS TASK IN OUT"))
  }
}
