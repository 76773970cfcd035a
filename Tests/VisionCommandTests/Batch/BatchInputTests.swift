import Foundation
import TestSupport
import Testing
import VisionMedia
import VisionTasks

@testable import VisionCommand

/// What a batch reads: folders, patterns, lists and archives.
@Suite("Inputs of batches, end to end", .needs(.command), .needs(.shared))
struct BatchInputTests {
  private let fixture: BatchFixture

  init() throws { fixture = try BatchFixture() }

  @Test("Lists of a file and of standard input are taken literally, line by line")
  func lists() throws {
    try fixture.writeImages(0..<3)
    try fixture.folder.write(BatchFixture.image(9), "in/[a]*?.png")
    let paths = ["[a]*?", "1001", "1000", "1001"].map { fixture.path("in/\($0).png") }
    let list = try fixture.folder.write(paths.joined(separator: "\r\n") + "\n\n", "list")
    try fixture.runDone(out: "file", input: ["--list", list])
    #expect(try fixture.lines("file").map { try BatchLine($0).file } == paths)
    for (out, arguments) in [("dash", ["-"]), ("option", ["--list", "-"])] {
      let run = try fixture.run(arguments + ["--out", fixture.path(out)], input: list)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try fixture.files(out) == fixture.files("file"))
    }
    let both = try fixture.run(["-", "--list", list, "--out", fixture.path("both")], input: list)
    #expect(both.status == 0, "\(both.errors)")
    #expect(try fixture.lines("both").map { try BatchLine($0).file } == paths + paths)
    // Another list is another batch.
    let other = try fixture.folder.write(paths.reversed().joined(separator: "\n"), "other")
    let run = try fixture.run(["-", "--out", fixture.path("dash")], input: other)
    #expect(run.status == 2 && run.errors.contains("input 0 is"), "\(run.errors)")
  }

  @Test("Addresses in a list are refused without their passwords, and nothing is written")
  func addresses() throws {
    try fixture.writeImages(0..<1)
    let list = try fixture.folder.write(
      fixture.path("in/1000.png") + "\nrtsp://user:secret@host/secret?token=secret\n", "list")
    let run = try fixture.run(["--list", list, "--out", fixture.path("out")])
    #expect(run.status == 2 && run.errors.contains("rtsp://user@host is a camera or a stream"), "\(run.errors)")
    #expect(
      !run.errors.contains("secret") && !FileManager.default.fileExists(atPath: fixture.path("out/manifest.jsonl")))
  }

  @Test("Pipes and lists with zero bytes are refused")
  func unlistable() throws {
    try fixture.writeImages(0..<2)
    let pipe = fixture.path("in/1002.png")
    try #require(mkfifo(pipe, 0o600) == 0)
    let run = try fixture.run([pipe, "--out", fixture.path("out")])
    #expect(run.status == 2 && run.errors.contains("is a pipe or a device"), "\(run.errors)")
    let paths = (0..<2).map { fixture.path("in/100\($0).png") }
    let list = try fixture.folder.write(paths.joined(separator: "\0") + "\0", "list")
    let zeros = try fixture.run(["--list", list, "--out", fixture.path("out")])
    #expect(zeros.status == 2 && zeros.errors.contains("find without -print0"), "\(zeros.errors)")
    let text = paths.joined(separator: "\r\n") + "\r\n"
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      let wide = try fixture.folder.write(try #require(text.data(using: encoding)), "list-16")
      let run = try fixture.run(["--list", wide, "--out", fixture.path("out")])
      #expect(run.status == 2 && run.errors.contains("iconv -f UTF-16"), "\(run.errors)")
    }
    let marked = try fixture.folder.write("\u{FEFF}" + text, "list-mark")
    try fixture.runDone(out: "marked", input: ["--list", marked])
  }

  @Test("Ctrl-C ends the listing of inputs at once, and nothing is left of it")
  func interruptedListing() throws {
    let (process, input) = (Process(), Pipe())
    process.executableURL = CommandRun.executable
    process.arguments = try BatchFixture.arguments(["-", "--out", fixture.path("out")])
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    // A process inherits ignored and blocked signals: a shell ignores Ctrl-C for what it runs in the background, and threads of tests
    // block signals.
    let disposition = signal(SIGINT, SIG_DFL)
    defer { signal(SIGINT, disposition) }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    func unfinished() throws -> Bool {
      guard FileManager.default.fileExists(atPath: fixture.path("out")) else { return false }
      return try fixture.files("out").keys.contains { $0.hasPrefix(".manifest") }
    }
    while process.isRunning, try !unfinished() { usleep(1000) }
    process.interrupt()
    for _ in 0..<2000 where process.isRunning { usleep(10_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    // The next run removes the manifest that was begun.
    try fixture.writeImages(0..<1)
    try fixture.runDone(out: "out")
    #expect(try !unfinished())
  }

  @Test("A mistyped path or pattern is refused before the batch begins, so that the right one can follow")
  func mistyped() throws {
    try fixture.writeImages(0..<1)
    for wrong in ["on", "on/*.png"] {
      let run = try fixture.run([fixture.path("in"), fixture.path(wrong), "--out", fixture.path("out")])
      #expect(run.status == 2 && run.errors.contains("There is no file at \(fixture.path(wrong))"), "\(run.errors)")
    }
    try fixture.runDone(out: "out")
    // A list may have files that are gone: they are inputs that fail.
    let list = try fixture.folder.write(fixture.path("on"), "list")
    let listed = try fixture.run(["--list", list, "--out", fixture.path("listed")])
    #expect(listed.status == 1 && listed.errors.contains("1 failed"), "\(listed.errors)")
  }

  @Test("Patterns and folders below folders, in the order of names")
  func folders() throws {
    try fixture.folder.write(BatchFixture.image(0), "in/b/2.png")
    try fixture.folder.write(BatchFixture.image(1), "in/a.png")
    try fixture.folder.write("words", "in/notes.txt")
    let run = try fixture.run([fixture.path("in"), "--recursive", "--out", fixture.path("all")])
    #expect(run.status == 0 && run.errors.contains("skipped 1 file"), "\(run.errors)")
    #expect(
      try fixture.lines("all").map { try BatchLine($0).file } == ["a.png", "b/2.png"].map { fixture.path("in/" + $0) })
    try fixture.runDone(out: "pattern", input: [fixture.path("in/*/?.png")])
    #expect(try fixture.lines("pattern").map { try BatchLine($0).file } == [fixture.path("in/b/2.png")])
  }

  @Test("A folder's order is that of the names' bytes, the same on every machine")
  func order() throws {
    // Composed and decomposed letters, which are equal as text.
    let names = ["B.png", "a.png", "e\u{301}.png", "z.png", "\u{E9}.png"]
    for (number, name) in names.enumerated().reversed() {
      try fixture.folder.write(BatchFixture.image(number), "in/" + name)
    }
    try fixture.runDone(out: "out")
    let files = try fixture.lines("out").compactMap { try BatchLine($0).file }
    #expect(files.map { Array($0.utf8) } == names.map { Array(fixture.path("in/" + $0).utf8) })
  }

  @Test("The reason of an archive with a raw name that is gone names the archive, not a descriptor")
  func rawArchive() throws {
    let name = RawPath(bytes: Array(fixture.path("caf").utf8) + [0xE9] + Array(".tar".utf8))
    let descriptor = name.withCString { open($0, O_WRONLY | O_CREAT, 0o644) }
    try #require(descriptor >= 0)
    _ = "no archive, but long enough".withCString { write(descriptor, $0, 20) }
    close(descriptor)
    let error = #expect(throws: TasksError.self) {
      let archive = try ArchiveFile(name)
      var reader = archive.reader
      _ = try reader.next()
    }
    #expect(error?.message.contains("caf\\xE9.tar") == true && error?.message.contains("/fd/") == false)
  }

  @Test("Images in archives are read without unpacking; labels are skipped, and results are those of the files")
  func archives() throws {
    try fixture.writeImages(0..<4)
    try fixture.runDone(out: "plain")
    let long = String(repeating: "shard/", count: 25)
    for (name, numbers) in [("b.tar", 2..<4), ("a.tar", 0..<2)] {
      var tar = TarWriter()
      for number in numbers {
        tar.addAttributes([("path", "\(long)\(number).png")])
        tar.add("x", try BatchFixture.image(number))
        tar.add("\(number).cls", Data("7".utf8))
        tar.add("folder/._\(number).png", Data("attributes".utf8))
      }
      try fixture.folder.write(tar.finished, "tars/\(name)")
    }
    let run = try fixture.run([fixture.path("tars"), "--out", fixture.path("out"), "--part-size", "3"])
    #expect(run.status == 0 && run.errors.contains("skipped 4 files"), "\(run.errors)")
    let lines = try fixture.lines("out")
    #expect(try BatchLine(lines[1]).file == fixture.path("tars/a.tar/\(long)1.png"))
    let plain = try fixture.lines("plain").map {
      $0.prefix(upTo: $0.range(of: "\"file\"")?.lowerBound ?? $0.startIndex)
    }
    #expect(lines.map { $0.prefix(upTo: $0.range(of: "\"file\"")?.lowerBound ?? $0.startIndex) } == plain)
    // The same archives again are the same batch; a changed one is not.
    try fixture.runDone(out: "out", ["--part-size", "3"], input: [fixture.path("tars")])
    var tar = TarWriter()
    tar.add("0.png", try BatchFixture.image(0))
    tar.add("1.png", try BatchFixture.image(1))
    try fixture.folder.write(tar.finished, "tars/a.tar")
    let changed = try fixture.run([fixture.path("tars"), "--out", fixture.path("out"), "--part-size", "3"])
    #expect(changed.status == 2 && changed.errors.contains("input 0 is"), "\(changed.errors)")
  }

  @Test("An archive that is cut off is refused before the batch begins; a bad image in one fails alone")
  func damagedArchives() throws {
    var tar = TarWriter()
    tar.add("good.png", try BatchFixture.image(0))
    tar.add("bad.png", Data("no image".utf8))
    tar.add("video.mp4", Data([0, 0, 0, 20]) + Data("ftypisom\0\0\0\0isom".utf8))
    tar.add("moving.gif", AnimatedGIF.twoFrames)
    try fixture.folder.write(tar.finished, "good.tar")
    let run = try fixture.run([fixture.path("good.tar"), "--out", fixture.path("out"), "--quiet"])
    #expect(run.status == 1, "\(run.errors)")
    let errors = try fixture.lines("out", "errors").map { try BatchLine($0) }
    #expect(errors.map(\.number) == [1, 2, 3])
    for error in errors.suffix(2) {
      #expect(error.reason?.contains("Only a single image can be read from an archive") == true)
    }
    try fixture.folder.write(tar.data.dropLast(500), "cut.tar")
    let cut = try fixture.run([fixture.path("cut.tar"), "--out", fixture.path("cut")])
    #expect(cut.status == 2 && cut.errors.contains("damaged or cut off"), "\(cut.errors)")
    let compressed = try fixture.run([fixture.folder.write("x", "a.tar.gz"), "--out", fixture.path("gz")])
    #expect(compressed.status == 2 && compressed.errors.contains("is compressed"), "\(compressed.errors)")
  }

  @Test(
    "Links in archives have the contents of what they lead to, or fail with the reason; none leads out of the archive")
  func links() throws {
    try fixture.folder.write(BatchFixture.image(5), "secret.png")
    var tar = TarWriter()
    tar.add("a.png", try BatchFixture.image(0))
    tar.add("hard.png", type: "1", target: "a.png")
    tar.add("folder/soft.png", type: "2", target: "../a.png")
    tar.add("out.png", type: "2", target: "../secret.png")
    tar.add("absolute.png", type: "2", target: fixture.path("secret.png"))
    tar.add("dangling.png", type: "2", target: "none.png")
    tar.add("folder.d", type: "2", target: "folder")
    try fixture.folder.write(tar.finished, "links.tar")
    let run = try fixture.run([fixture.path("links.tar"), "--out", fixture.path("out")])
    #expect(run.status == 1 && run.errors.contains("6 inputs: 3 done, 3 failed"), "\(run.errors)")
    let lines = try fixture.lines("out")
    #expect(
      try lines.map { try BatchLine($0).file }
        == ["a.png", "hard.png", "folder/soft.png"].map { fixture.path("links.tar/" + $0) })
    #expect(Set(lines.map { $0.replacing(/"file":"[^"]*"|"number":\d+/, with: "") }).count == 1)
    let reasons = try fixture.lines("out", "errors").compactMap { try BatchLine($0).reason }
    #expect(reasons.count == 3 && reasons[0] == "It is a link to \"../secret.png\", which leads out of the archive.")
    #expect(reasons[1].contains("out of the archive") && reasons[2].contains("leads to no file in the archive"))
  }

  @Test(
    "An input that was changed after the batch began is refused by its name, given again or taken from the manifest")
  func changedInputs() throws {
    try fixture.writeImages(0..<4)
    try fixture.folder.write("broken", "in/1003.png")
    var tar = TarWriter()
    for number in 0..<2 { tar.add("\(number).png", try BatchFixture.image(0)) }
    let archive = try fixture.folder.write(tar.finished, "in/a.tar")
    let time = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)]
    try FileManager.default.setAttributes(time, ofItemAtPath: archive)
    let options = ["--out", fixture.path("out"), "--part-size", "2"]
    #expect(try fixture.run([fixture.path("in")] + options).status == 1)
    let files = try fixture.files("out")
    try FileManager.default.removeItem(atPath: fixture.path("out/part-00001.jsonl"))
    func refusals(_ words: String) throws {
      for inputs in [[fixture.path("in")], [], ["--retry-failed"]] {
        let run = try fixture.run(inputs + options)
        #expect(run.status == 2 && run.errors.contains(words), "\(words), \(inputs): \(run.errors)")
      }
    }
    let image = try fixture.folder.bytes("in/1000.png")
    try fixture.folder.write(image + Data(count: 1), "in/1000.png")
    try refusals("input 0, \(fixture.path("in/1000.png")), was changed after the batch began: its size is")
    try fixture.writeImages(0..<1)
    // Other bytes and the same length and time.
    var swapped = TarWriter()
    for number in [1, 0] { swapped.add("\(number).png", try BatchFixture.image(0)) }
    try fixture.folder.write(swapped.finished, "in/a.tar")
    try FileManager.default.setAttributes(time, ofItemAtPath: archive)
    #expect(try fixture.run(options).errors.contains("input 4, \(archive)/0.png, was changed"))
    #expect(try fixture.run([fixture.path("in")] + options).errors.contains("input 4 is \(archive)/1.png now"))
    try fixture.folder.write(tar.finished, "in/a.tar")
    try FileManager.default.setAttributes(time, ofItemAtPath: archive)
    #expect(try fixture.run([fixture.path("in")] + options).status == 1)
    #expect(try fixture.files("out") == files)
    // One that had failed may be mended.
    try fixture.writeImages(3..<4)
    #expect(try fixture.run([fixture.path("in")] + options).status == 1)
    try fixture.runDone(out: "out", ["--part-size", "2", "--retry-failed"])
    try fixture.runDone(out: "out", ["--part-size", "2"], input: [])
  }

  @Test(
    "An image of many pixels ends a run that may not take the memory, with a status of its own; the same command goes on"
  )
  func memory() throws {
    try fixture.writeImages(0..<3)
    try fixture.folder.write(BlankPNG.file(width: 3000, height: 2000), "in/1001b.png")
    let arguments = [fixture.path("in"), "--out", fixture.path("out"), "--part-size", "1"]
    let run = try fixture.run(arguments + ["--max-memory", "90000000"])
    #expect(run.status == 4 && run.errors.contains("1001b.png: It may need 96.2 MB"), "\(run.errors)")
    #expect(try fixture.lines("out", "errors").isEmpty)
    let limited = try fixture.run(arguments + ["--max-pixels", "5000000"])
    #expect(limited.status == 1 && limited.errors.contains("It has 6000000 pixels"), "\(limited.errors)")
    try fixture.runDone(out: "out", ["--part-size", "1", "--retry-failed"])
    for (option, value) in [("--max-pixels", "0"), ("--max-memory", "999999")] {
      let wrong = try fixture.run(arguments + [option, value])
      #expect(wrong.status == 2 && wrong.errors.contains("\(option) is \(value)"), "\(wrong.errors)")
    }
  }

  @Test("A file whose name is not UTF-8 is processed, and found again")
  func rawNames() throws {
    let name = RawPath(bytes: Array(fixture.path("in/caf").utf8) + [0xE9] + Array(".png".utf8))
    try fixture.folder.makeFolder("in")
    let file = try BatchFixture.image(3)
    let descriptor = name.withCString { open($0, O_WRONLY | O_CREAT, 0o644) }
    try #require(descriptor >= 0)
    _ = file.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    try fixture.runDone(out: "out")
    #expect(try fixture.lines("out").map { try BatchLine($0).file } == [fixture.path("in/caf\\xE9.png")])
    try fixture.runDone(out: "out", input: [])
    // As the shell passes a pattern's files, in the order of their bytes. One has the character that Swift shows for the
    // other's byte.
    try fixture.writeImages(0..<1)
    try fixture.folder.write(file, "in/caf\u{FFFD}.png")
    let shell = ["/bin/sh", "-c", #"exec "$0" "$@" "$FILES"/*.png "$FILES"/caf*"#]
    let run = try CommandRun(
      BatchFixture.arguments(["--out", fixture.path("named")]), launcher: shell,
      environment: ["FILES": fixture.path("in"), "LC_ALL": "C"])
    #expect(run.status == 0, "\(run.errors)")
    let (raw, other) = ("caf\\xE9.png", "caf\u{FFFD}.png")
    let files = ["1000.png", raw, other, raw, other].map { fixture.path("in/" + $0) }
    #expect(try fixture.lines("named").map { try BatchLine($0).file } == files)
    let mistyped = try CommandRun(
      BatchFixture.arguments(["--out", fixture.path("none")]),
      launcher: ["/bin/sh", "-c", #"exec "$0" "$@" "$(printf 'caf\350.png')""#])
    #expect(mistyped.status == 2 && mistyped.errors.contains(#"caf\xE8.png; check the path"#), "\(mistyped.errors)")
  }
}
