import Foundation
import TestSupport
import Testing
import VisionMedia

/// `vision batch`, run as users do.
@Suite("Batches, end to end", .needs(.command), .needs(.shared))
struct BatchRunTests {
  private let fixture: BatchFixture

  init() throws { fixture = try BatchFixture() }

  @Test("Every input has its line, in parts, the same as without a batch but for the number")
  func whole() throws {
    try fixture.writeImages(0..<7)
    let run = try fixture.run([fixture.path("in"), "--out", fixture.path("out"), "--part-size", "3"])
    #expect(run.status == 0 && run.output == "", "\(run.errors)")
    #expect(run.errors.contains("7 inputs: 7 done, 0 failed,"), "\(run.errors)")
    let files = try fixture.files("out")
    #expect(
      files.keys.sorted() == [
        ".batch/done-00000.jsonl", ".batch/done-00001.jsonl", ".batch/done-00002.jsonl", ".batch/lock", "batch.json",
        "errors.jsonl", "manifest.jsonl", "part-00000.jsonl", "part-00001.jsonl",
        "part-00002.jsonl",
      ])
    #expect(files["errors.jsonl"] == Data())
    let plain = try CommandRun(
      BatchFixture.arguments([fixture.path("in"), "--json", "-", "--quiet"]).filter { $0 != "batch" })
    let lines = try fixture.lines("out")
    let numbered = plain.output.split(separator: "\n").enumerated().map { number, line in
      String(line).replacing(",\"task\"", with: ",\"number\":\(number),\"task\"")
    }
    #expect(lines == numbered)
    #expect(try fixture.lines("out", "manifest").count == 7)
  }

  @Test("The folder of results may have any name, with any working folder", arguments: ["k", "é/k", "./k/", "a/b//c"])
  func names(out: String) throws {
    try fixture.writeImages(0..<1)
    try fixture.folder.makeFolder("here")
    let run = try CommandRun(
      BatchFixture.arguments([fixture.path("in"), "--out", out]),
      launcher: ["/usr/bin/env", "-C", fixture.path("here")])
    #expect(run.status == 0, "\(run.status): \(run.errors)")
    #expect(try fixture.lines("here/" + out).count == 1)
  }

  @Test("A finished batch is not done again, and a lost part is done alone with the same bytes")
  func again() throws {
    try fixture.writeImages(0..<6)
    try fixture.runDone(out: "out", ["--part-size", "2"])
    let files = try fixture.files("out")
    let part = fixture.path("out/part-00000.jsonl")
    let before = try FileManager.default.attributesOfItem(atPath: part)[.systemFileNumber] as? Int
    try FileManager.default.removeItem(atPath: fixture.path("out/part-00001.jsonl"))
    try fixture.folder.write("half", "out/.part-00001.jsonl.ABCD1234.partial")
    try fixture.folder.write("half", "out/.batch/.staged-00001.results.ABCD1234.partial")
    // With the inputs of the manifest, which need not be given again.
    try fixture.runDone(out: "out", ["--part-size", "2"], input: [])
    #expect(try fixture.files("out") == files)
    let after = try FileManager.default.attributesOfItem(atPath: part)[.systemFileNumber] as? Int
    #expect(before == after, "part 0 was not written again")
  }

  @Test("Other inputs, tasks, options and folders are refused with what differs")
  func different() throws {
    try fixture.writeImages(0..<4)
    try fixture.runDone(out: "out")
    let files = try fixture.files("out")
    func refusal(_ arguments: [String], task: String = "classify") throws -> String {
      let run = try fixture.run(arguments + ["--out", fixture.path("out")], task: task)
      #expect(run.status == 2, "\(arguments): \(run.errors)")
      return run.errors
    }
    let input = fixture.path("in")
    #expect(try refusal([input, "--part-size", "2"]).contains("--part-size is 1000 there and 2 here"))
    #expect(try refusal([input, "--rotation", "90"]).contains("--rotation is not given there and 90 here"))
    #expect(try refusal([input, "--category-deny", "x"]).contains("--category-deny"))
    #expect(try refusal([input, "--format", "csv"]).contains("--format is jsonl there and csv here"))
    #expect(try refusal([input, "--shard", "0/2"]).contains("--shard is 0/1 there and 0/2 here"))
    #expect(try refusal([input], task: "detect").contains("the task is classify there and detect here"))
    try fixture.writeImages(4..<5)
    #expect(try refusal([input]).contains("there are 5 now and were 4"))
    try FileManager.default.removeItem(atPath: fixture.path("in/1000.png"))
    #expect(try refusal([input]).contains("input 0 is \(fixture.path("in/1001.png")) now and was another"))
    // Threads and jobs change no result.
    try fixture.runDone(out: "out", ["--jobs", "1", "--threads", "2"], input: [])
    #expect(try fixture.files("out") == files)
    // A folder with results of something else.
    try fixture.folder.write("mine", "other/part-1.jsonl")
    let run = try fixture.run([input, "--out", fixture.path("other")])
    #expect(run.status == 2 && run.errors.contains("no batch.json"), "\(run.errors)")
    #expect(try fixture.folder.text("other/part-1.jsonl") == "mine")
  }

  @Test("A folder that is refused stays as it is; the right command completes it, and leaves files of others")
  func untouched() throws {
    try fixture.writeImages(0..<2)
    try fixture.runDone(out: "out")
    let finished = try fixture.files("out")
    try fixture.folder.write(try #require(finished["part-00000.jsonl"]), "out/.batch/staged-00000.results")
    try FileManager.default.removeItem(atPath: fixture.path("out/part-00000.jsonl"))
    try fixture.folder.write("half", "out/.part-00000.jsonl.ABCD1234.partial")
    try fixture.folder.write("mine", "out/.film.mp4.ABCD1234.partial")
    let killed = try fixture.files("out")
    let refused = try fixture.run([fixture.path("in"), "--format", "csv", "--out", fixture.path("out")])
    #expect(refused.status == 2, "\(refused.errors)")
    #expect(try fixture.files("out") == killed)
    try fixture.runDone(out: "out")
    var files = try fixture.files("out")
    #expect(files.removeValue(forKey: ".film.mp4.ABCD1234.partial") == Data("mine".utf8))
    #expect(files == finished)
  }

  @Test("Wrong usage: nothing to do, standard input twice, streams, folders without images, Parquet")
  func usage() throws {
    let out = ["--out", fixture.path("out")]
    try fixture.folder.makeFolder("empty")
    for (arguments, words) in [
      ([], "No input was given"), (["-", "--list", "-"], "- was given more than once"),
      (["rtsp://host/path"], "is a camera or a stream"), ([fixture.path("empty")], "contains no image or video"),
      (["--list", fixture.path("none")], "There is no file"), (["a", "--part-size", "0"], "--part-size is 0"),
      (["a", "--part-size", "\(Int.max)"], "allowed are 1 to 1000000"), (["a", "--shard", "0/\(Int.max)"], "--shard"),
      (["a", "--segment-seconds", "0"], "--segment-seconds is 0"), (["a", "--shard", "2/2"], "--shard"),
      (["a", "--format", "parquet"], "vision_worker.parquet"),
      (["a", "--retry-failed"], "--retry-failed needs a batch"),
    ] {
      let run = try fixture.run(arguments + out)
      #expect(
        run.status == 2 && run.errors.contains(words),
        "\(arguments): \(run.status) \(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: fixture.path("out/batch.json")))
    }
    let stream = try CommandRun(
      ["batch", "track", "a", "--stream", "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite")] + out)
    #expect(stream.status == 2 && stream.errors.contains("depend on those before"), "\(stream.errors)")
  }

  @Test(
    "Files of the batch itself that are damaged have a status of their own, and are named",
    arguments: ["batch.json", "manifest.jsonl"])
  func damaged(name: String) throws {
    try fixture.writeImages(0..<2)
    try fixture.folder.write("broken", "in/1001.png")
    #expect(try fixture.run([fixture.path("in"), "--out", fixture.path("out"), "--quiet"]).status == 1)
    try fixture.folder.write("{\u{1B}}\n", "out/" + name)
    let run = try fixture.run(["--out", fixture.path("out"), "--retry-failed"])
    #expect(run.status == 4 && run.errors.contains(fixture.path("out/" + name)), "\(run.status): \(run.errors)")
    #expect(!run.errors.contains("\u{1B}"))
    guard name == "batch.json" else { return }
    #expect(try fixture.merge(["out"], out: "merged").status == 4)
  }

  @Test(
    "A part that is damaged is made again by the same command, and merge refuses it with a status of its own",
    arguments: ["part-00001.jsonl", ".batch/done-00001.jsonl"])
  func damagedPart(name: String) throws {
    try fixture.writeImages(0..<6)
    try fixture.folder.write("broken", "in/1003.png")
    let arguments = [fixture.path("in"), "--out", fixture.path("out"), "--part-size", "2"]
    #expect(try fixture.run(arguments).status == 1)
    let files = try fixture.files("out")
    let bytes = try #require(files[name])
    for damage in [Data("{\n".utf8), Data(), bytes.dropLast(bytes.count / 2), bytes + bytes] {
      try fixture.folder.write(damage, "out/" + name)
      let merge = try fixture.merge(["out"], out: "merged")
      #expect(merge.status == 4 && merge.errors.contains("part-00001.jsonl is not what was written"), "\(merge.errors)")
      let run = try fixture.run(arguments)
      #expect(run.status == 1 && run.errors.contains("part-00001.jsonl is not what was written"), "\(run.errors)")
      #expect(run.errors.contains("6 inputs: 5 done, 1 failed"), "\(run.errors)")
      #expect(try fixture.files("out") == files)
    }
    #expect(try fixture.merge(["out"], out: "merged").status == 0)
  }

  @Test(
    "Whether playlists are followed belongs to the batch: a run that forgets it is refused, one that says it continues")
  func playlists() throws {
    try fixture.writeImages(0..<2)
    let arguments = ["--out", fixture.path("out"), "--quiet"]
    #expect(try fixture.run([fixture.path("in"), "--follow-playlists"] + arguments).status == 0)
    #expect(try fixture.folder.text("out/batch.json").contains("\"--follow-playlists\" : \"given\""))
    let forgetful = try fixture.run(arguments)
    #expect(forgetful.status == 2 && forgetful.errors.contains("--follow-playlists is given there and not given here"))
    #expect(try fixture.run(["--follow-playlists"] + arguments).status == 0)
  }

  @Test("A batch with relative paths goes on in its own working folder only")
  func workingFolder() throws {
    for folder in ["a", "b"] { try fixture.folder.write(BatchFixture.image(folder == "a" ? 0 : 1), "\(folder)/x.png") }
    func run(_ folder: String, _ inputs: [String]) throws -> CommandRun {
      try CommandRun(
        BatchFixture.arguments(inputs + ["--out", fixture.path("out")]),
        launcher: ["/usr/bin/env", "-C", fixture.path(folder)])
    }
    #expect(try run("a", ["x.png"]).status == 0)
    let files = try fixture.files("out")
    try FileManager.default.removeItem(atPath: fixture.path("out/part-00000.jsonl"))
    for inputs in [["x.png"], []] {
      let other = try run("b", inputs)
      #expect(other.status == 2 && other.errors.contains("was started in the folder"), "\(other.errors)")
    }
    #expect(try run("a", []).status == 0)
    #expect(try fixture.files("out") == files)
  }

  @Test("A description with more inputs than the manifest can have is refused before anything is counted")
  func manyInputs() throws {
    try fixture.writeImages(0..<2)
    try fixture.runDone(out: "out", ["--part-size", "1"])
    let text = try fixture.folder.text("out/batch.json")
    let edited = text.replacing(/"inputCount" ?: ?2/, with: "\"inputCount\": 1000000000000000000")
    try #require(edited != text)
    try fixture.folder.write(edited, "out/batch.json")
    let run = try fixture.run(["--out", fixture.path("out"), "--part-size", "1"])
    #expect(run.status == 4 && run.errors.contains("does not belong to its manifest"), "\(run.status): \(run.errors)")
    // The inputs of many other shards, and a manifest that is padded.
    let shard = edited.replacing(/"index" : 0,/, with: "\"index\" : 0,").replacing(
      /"count" : 1,/, with: "\"count\" : 1000000,")
    try #require(shard != edited)
    try fixture.folder.write(shard, "out/batch.json")
    try #require(truncate(fixture.path("out/manifest.jsonl"), 1 << 43) == 0)
    let merge = try CommandRun(
      ["batch", "merge", fixture.path("out"), "--out", fixture.path("merged")],
      launcher: ["/bin/sh", "-c", "ulimit -v 2000000; ulimit -t 20; exec \"$@\"", "sh"])
    #expect(merge.status == 1 && merge.errors.contains("are missing: 1 to "), "\(merge.status): \(merge.errors)")
    try FileManager.default.removeItem(atPath: fixture.path("out/manifest.jsonl"))
    let missing = try fixture.run(["--out", fixture.path("out"), "--part-size", "1"])
    #expect(missing.status == 4 && missing.errors.contains("manifest.jsonl is missing"), "\(missing.errors)")
  }

  @Test("Two runs into one folder: the second one is refused while the first is at work")
  func lock() throws {
    try fixture.writeImages(0..<3)
    try fixture.folder.makeFolder("out/.batch")
    let descriptor = open(fixture.path("out/.batch/lock"), O_RDWR | O_CREAT, 0o644)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    let run = try fixture.run([fixture.path("in"), "--out", fixture.path("out")])
    #expect(run.status == 2 && run.errors.contains("Another run writes to"), "\(run.errors)")
    flock(descriptor, LOCK_UN)
    try fixture.runDone(out: "out")
  }

  @Test("CSV has the heading in every part, and the number first")
  func csv() throws {
    try fixture.writeImages(0..<3)
    try fixture.runDone(out: "out", ["--format", "csv", "--part-size", "2"])
    let lines = try fixture.lines("out")
    #expect(lines.count == 3 * 2 + 2)
    #expect(
      lines.count { $0 == "input_number,file,frame,timestamp_ms,kind,number,category,index,score" } == 2, "\(lines)")
    #expect(lines.last?.hasPrefix("2,\(fixture.path("in/1002.png")),0,,") == true)
  }

  @Test("Ctrl-C ends a run with whole parts, and the same command continues")
  func interrupted() throws {
    try fixture.writeImages(0..<60)
    try fixture.runDone(out: "whole", ["--part-size", "5"])
    let process = Process()
    process.executableURL = CommandRun.executable
    process.arguments = try BatchFixture.arguments([
      fixture.path("in"), "--out", fixture.path("out"), "--part-size", "5",
    ])
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning, !FileManager.default.fileExists(atPath: fixture.path("out/part-00001.jsonl")) {
      usleep(500)
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let parts = try fixture.files("out").filter { $0.key.hasPrefix("part-") }
    #expect((2..<12).contains(parts.count))
    let whole = try fixture.files("whole")
    for (name, bytes) in parts { #expect(bytes == whole[name]) }
    #expect(try fixture.files("out").keys.allSatisfy { !$0.hasSuffix(".partial") })
    try fixture.runDone(out: "out", ["--part-size", "5"])
    #expect(try fixture.files("out") == whole)
  }
}
