import Foundation
import TestSupport
import Testing
import VisionMedia
import VisionResults
import VisionTasks
import VisionWorker

@Suite("vision worker, end to end", .needs(.command), .needs(.shared))
struct WorkerRunTests {
  /// A task with a model, and an image in which it finds something.
  struct Case: Sendable, CustomTestStringConvertible {
    let task: String
    let model: String
    let image: String
    var flags: [String] = []

    var testDescription: String { ([task] + flags).joined(separator: " ") }
  }

  static let cases = [
    Case(task: "gesture", model: "gesture_recognizer.task", image: "thumb_up_teal.png", flags: ["--num-hands", "2"]),
    Case(task: "hand", model: "hand_landmarker.task", image: "thumb_up_teal.png"),
    Case(task: "pose", model: "pose_landmarker_lite.task", image: "yoga.png"),
    Case(task: "detect", model: "efficientdet_lite0_int8.tflite", image: "thumb_up_teal.png"),
    Case(
      task: "track", model: "efficientdet_lite0_int8.tflite", image: "thumb_up_teal.png", flags: ["--multiple-objects"]),
  ]

  private func request(_ bytes: Data, _ more: String = "", id: Int = 1, bytes count: Int? = nil) -> Data {
    Data("{\"id\":\(id),\"bytes\":\(count ?? bytes.count)\(more)}\n".utf8) + bytes
  }

  private func run(_ task: String, _ model: String, _ flags: [String] = [], _ input: Data) throws -> CommandRun {
    let scratch = try TemporaryFolder()
    let path = try scratch.write(input, "requests")
    return try CommandRun(["worker", task, "--model", CommandRun.model(model)] + flags, input: path)
  }

  private func lines(_ run: CommandRun) throws -> [[String: Any]] {
    try run.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func media(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: CommandRun.media(name))) }

  /// A line without some of its keys, as text with the others in order.
  private func without(_ keys: [String], _ line: [String: Any]) throws -> String {
    let rest = line.filter { !keys.contains($0.key) }
    return String(decoding: try JSONSerialization.data(withJSONObject: rest, options: .sortedKeys), as: UTF8.self)
  }

  private func code(_ line: [String: Any]) -> Int? { (line["error"] as? [String: Any])?["code"] as? Int }

  @Test(
    "A worker whose caller has closed standard descriptors reads and writes no other file in their place",
    arguments: [("<&-", 1), ("2>&-", 2), ("<&- 2>&-", 1), (">&-", 0), ("<&- >&- 2>&-", 0)])
  func closedDescriptors(closing: String, lineCount: Int) throws {
    let scratch = try TemporaryFolder()
    let input = try scratch.write(request(media("thumb_up_teal.png")), "requests")
    let worker = try CommandRun(
      ["worker", "hand", "--model", CommandRun.model("hand_landmarker.task")],
      launcher: ["/bin/sh", "-c", "exec \"$@\" \(closing)", "sh"], input: input)
    let found = try lines(worker)
    // Without standard output there is no reader.
    #expect(worker.status == (lineCount == 0 ? 141 : 0), "\(worker.status): \(worker.output) \(worker.errors)")
    #expect(found.count == lineCount && found.allSatisfy { $0["error"] == nil }, "\(worker.output)")
  }

  @Test("Answers are the command's lines with an ID, and a damaged image affects its own answer only", arguments: cases)
  func answers(test: Case) throws {
    let image = try media(test.image)
    let worker = try run(
      test.task, test.model, test.flags,
      request(image, id: 5) + request(Data("no image".utf8), id: 6) + request(image, id: 7))
    #expect(worker.status == 0, "\(worker.errors)")
    let answers = try lines(worker)
    #expect(answers.count == 4)
    #expect(answers.first?["ready"] as? Bool == true && answers.first?["task"] as? String == test.task)
    #expect(answers.map { $0["id"] as? Int } == [nil, 5, 6, 7])
    #expect(code(answers[2]) == 3)
    let command = try CommandRun(
      [test.task, CommandRun.media(test.image), "--model", CommandRun.model(test.model), "--json", "-"] + test.flags)
    let expected = try #require(try lines(command).first)
    #expect(try without(["id"], answers[1]) == without([], expected))
    #expect(try without(["id", "frame"], answers[3]) == without(["frame"], expected))
    #expect(answers[3]["frame"] as? Int == 2)
    // What finds nothing would prove nothing.
    let found = (expected["landmarks"] ?? expected["detections"]) as? [Any]
    #expect(found?.isEmpty == false)
    // What the page makes of it is what the task had found.
    let read = try TaskRegistry.output(from: Data(worker.output.split(separator: "\n")[1].utf8))
    let written = try FrameRecord(file: nil, frame: 0, timestampMs: nil, output: read).json()
    #expect(written == command.output.trimmingCharacters(in: .newlines))
  }

  @Test("Pixels give the same result as their file, in every format")
  func pixels() throws {
    let image = try ImageFile.read(contentsOfFile: CommandRun.media("thumb_up_teal.png"))
    let pixels = image.withUnsafeBytes { Data($0) }
    let size = ",\"width\":\(image.width),\"height\":\(image.height)"
    let format = WorkerRequest.Format(image.format).rawValue
    var swapped = Data()
    let step = image.format.bytesPerPixel
    for start in stride(from: 0, to: pixels.count, by: step) {
      swapped.append(contentsOf: [pixels[start + 2], pixels[start + 1], pixels[start], 255])
    }
    let worker = try run(
      "hand", "hand_landmarker.task", [],
      try request(media("thumb_up_teal.png")) + request(pixels, ",\"format\":\"\(format)\"\(size)")
        + request(swapped, ",\"format\":\"bgra\"\(size)"))
    let answers = try lines(worker)
    #expect((answers[1]["landmarks"] as? [Any])?.count == 1)
    for answer in answers[2...] { #expect(try without(["frame"], answer) == without(["frame"], answers[1])) }
    #expect(answers.count == 4)
  }

  @Test("Pixels whose number, size or format does not fit are refused, and the next request is read")
  func misfits() throws {
    let good = try request(media("thumb_up_teal.png"), id: 9)
    let pixels = Data(count: 12)
    let bad = [
      request(pixels, ",\"format\":\"rgb\""), request(pixels, ",\"format\":\"rgb\",\"width\":3,\"height\":2"),
      request(pixels, ",\"format\":\"rgb\",\"width\":-2,\"height\":-2"),
      request(pixels, ",\"format\":\"rgb\",\"width\":4611686018427387904,\"height\":4"),
      request(pixels, ",\"format\":\"rgb\",\"width\":9000,\"height\":9000"), request(pixels, ",\"width\":2"),
      request(pixels, ",\"timestampMs\":1"), request(Data()), request(Data(count: 60_000)),
      request(pixels, ",\"format\":\"bgr\",\"width\":2,\"height\":2"), request(pixels, ",\"timestamp\":1"),
    ]
    let worker = try run("hand", "hand_landmarker.task", ["--max-bytes", "50000"], bad.reduce(Data(), +) + good)
    let answers = try lines(worker)
    #expect(worker.status == 0)
    #expect(answers.dropFirst().dropLast().map { code($0) } == [3, 3, 3, 11, 11, 3, 3, 3, 11, 3, 3])
    #expect(code(try #require(answers.last)) == 11, "the image has more than 50,000 bytes")
    let limited = try run("hand", "hand_landmarker.task", ["--max-pixels", "500"], request(media("tiny_32x24.png")))
    #expect(code(try #require(try lines(limited).last)) == 11)
  }

  @Test("Pixels of a size that no image has are answered with their id, and the next request is read")
  func tooWide() throws {
    let size = ",\"format\":\"gray\",\"width\":70000,\"height\":1"
    let input = request(Data(count: 70_000), size, id: 1) + request(try media("thumb_up_teal.png"), id: 2)
    let worker = try run("hand", "hand_landmarker.task", [], input)
    let answers = try lines(worker).dropFirst()
    #expect(worker.status == 0 && answers.map { $0["id"] as? Int } == [1, 2], "\(worker.output)")
    #expect(answers.map { code($0) } == [3, nil])
  }

  @Test("A library that cannot be loaded within a low limit is reported with the limit", arguments: [("open-files", 3)])
  func lowLimit(name: String, value: Int) throws {
    let worker = try run("hand", "hand_landmarker.task", ["--\(name)", "\(value)"], Data())
    #expect(worker.status == 3 && worker.output.contains("--\(name) \(value) (default: 64) may be too low"))
  }

  @Test("A video's frames have times that rise; one that does not is refused, and the next is not")
  func video() throws {
    let image = try media("thumb_up_teal.png")
    let frames = [0, 33, 33, 66].map { request(image, ",\"timestampMs\":\($0)") }
    let answers = try lines(
      try run("gesture", "gesture_recognizer.task", ["--mode", "video"], frames.reduce(request(image), +)))
    #expect(answers.map { $0["timestampMs"] as? Int } == [nil, nil, 0, 33, nil, 66])
    #expect(answers.map { code($0) } == [nil, 3, nil, nil, 3, nil])
  }

  @Test("Masks come with their values when they are asked for")
  func masks() throws {
    let worker = try run(
      "pose", "pose_landmarker_lite.task", ["--segmentation-masks"], request(media("yoga.png")))
    let image = try ImageFile.read(contentsOfFile: CommandRun.media("yoga.png"))
    let output = try TaskRegistry.output(from: Data(worker.output.split(separator: "\n")[1].utf8))
    let mask = try #require(output.masks.first)
    #expect(output.masks.count == 1 && mask.width == image.width && mask.height == image.height)
    #expect(mask.dataType == .float32)
    let scratch = try TemporaryFolder()
    let command = try CommandRun([
      "pose", CommandRun.media("yoga.png"), "--model", CommandRun.model("pose_landmarker_lite.task"),
      "--segmentation-masks", scratch.path("masks"), "--quiet",
    ])
    #expect(command.status == 0)
    let file = try #require(try scratch.listing().first { $0.hasSuffix(".png") })
    let written = try ImageFile.read(contentsOfFile: scratch.path(file))
    let same = written.withUnsafeBytes { bytes in
      mask.withUnsafeBytes { values in
        values.indices.allSatisfy { bytes[$0 * written.format.bytesPerPixel] == values[$0] }
      }
    }
    #expect(same)
  }

  @Test("A malformed header and an input that is cut off end the worker with an error, after the answers before")
  func framing() throws {
    let image = try media("thumb_up_teal.png")
    for (end, code) in [(Data("words\n".utf8), 3), (Data(count: 5000), 3), (request(image).dropLast(10), 15)] {
      let worker = try run("hand", "hand_landmarker.task", [], request(image) + end)
      #expect(worker.status == 1)
      let answers = try lines(worker)
      #expect(answers.count == 3 && self.code(answers[2]) == code && answers[2]["id"] == nil)
      #expect(worker.errors.hasPrefix("Error: "))
    }
  }

  @Test("A model that is none or another task's is a line with the error, and exit status 3")
  func unusable() throws {
    let worker = try run("detect", "hand_landmarker.task", [], Data())
    #expect(worker.status == 3)
    #expect(try lines(worker).count == 1)
    #expect(code(try lines(worker)[0]) == 3)
    #expect(worker.errors.contains("object detector"))
    let usage = try run("hand", "hand_landmarker.task", ["--memory", "0"], Data())
    #expect(usage.status == 2 && usage.output.isEmpty)
  }

  @Test("What is inside a model is what vision models info prints")
  func inspect() throws {
    let worker = try CommandRun(["worker", "inspect", "--model", CommandRun.model("hand_landmarker.task")])
    let info = try CommandRun(["models", "info", CommandRun.model("hand_landmarker.task")])
    let report = try lines(worker).first?["report"] as? String
    #expect(worker.status == 0 && report.map { $0 + "\n" } == info.output)
  }

  /// The attempts that Linux allows to every user, of each family that the sandbox refuses.
  private static let ordinaryAttempts: Set<String> = [
    "internet socket", "local socket", "local pair", "process", "thread in a namespace", "program",
    "program by descriptor", "writing",
    "writing by openat2", "removing", "renaming", "linking", "cutting", "mode", "owner", "file times", "signal",
    "signal to a thread", "signal to any thread", "signal with a value", "limit", "limit of the parent", "priority",
    "affinity", "clock", "terminal input", "descriptor owner", "descriptor signal", "descriptor signals", "lease",
    "shared mapping", "growing mapping", "anonymous file", "shared memory", "namespace", "thread", "reading",
  ]

  private func check(_ arguments: [String] = [], launcher: [String] = []) throws -> [String: Any] {
    let worker = try CommandRun(["worker", "check"] + arguments, launcher: launcher)
    #expect(worker.status == 0, "\(worker.errors)")
    return try #require(try lines(worker).first)
  }

  @Test(
    "In the sandbox only threads can be made: no network, processes, files, signals, clocks, terminals or shared memory",
    .only(.systemCallFilter, if: SandboxReport.isSupported))
  func sandbox() throws {
    let report = try check()
    #expect(report["sandbox"] as? Bool == true)
    let after = try #require(report["after"] as? [String])
    // Without Landlock files can be read; the test below requires it where the kernel has it.
    #expect(after.filter { !$0.hasPrefix("reading") } == ["thread"])
    // The attempts prove nothing unless they succeed without the sandbox.
    let before = Set(try #require(report["before"] as? [String]))
    #expect(before.isSuperset(of: Self.ordinaryAttempts), "\(Self.ordinaryAttempts.subtracting(before))")
  }

  @Test(
    "The filter of system calls holds for threads that are older than it",
    .only(.systemCallFilter, if: SandboxReport.isSupported))
  func olderThread() throws {
    let report = try check(["--older-thread"])
    let possible = try #require(report["olderThread"] as? [String])
    #expect(possible.filter { !$0.hasPrefix("reading") } == ["thread"])
    // Landlock holds for one thread, so that a process with more of them does not claim it.
    #expect(report["landlock"] as? Bool == false)
  }

  @Test(
    "A worker reads its models and libraries and no other file, where the kernel has Landlock",
    .only(.landlock, if: SandboxReport.canLimitFiles))
  func readableFiles() throws {
    let report = try check()
    #expect(report["landlock"] as? Bool == true)
    #expect(report["after"] as? [String] == ["thread"])
    let worker = try run("hand", "hand_landmarker.task", [], Data())
    #expect(try lines(worker).first?["landlock"] as? Bool == true)
  }

  @Test(
    "The sandbox refuses nothing that inference needs: every image format, on one thread and many, with both kernels",
    .needs(.ffmpeg), arguments: [["--threads", "1"], ["--threads", "4"], ["--threads", "4", "--kernels", "off"]])
  func needs(flags: [String]) throws {
    let folder = try TemporaryFolder()
    var images = try ["quadrants.heic", "quadrants.avif"].map {
      try Data(contentsOf: Checkout.file("Tests/VisionMediaTests/Fixtures/\($0)"))
    }
    // Their decoders are libraries, which are loaded when the first such image comes.
    for name in ["x.webp", "x.bmp", "x.tiff", "x.gif", "x.jpg"] {
      let process = Process()
      process.executableURL = SystemCommand.ffmpeg
      process.arguments = ["-v", "error", "-i", try CommandRun.media("thumb_up_teal.png"), folder.path(name)]
      try process.run()
      process.waitUntilExit()
      images.append(try folder.bytes(name))
    }
    let requests = (images + images).map { request($0) }.reduce(Data(), +)
    let worker = try run("hand", "hand_landmarker.task", flags, requests)
    #expect(worker.status == 0)
    let answers = try lines(worker).dropFirst()
    #expect(answers.map { code($0) } == Array(repeating: nil, count: 14), "\(worker.output)")
    let counts = answers.map { ($0["landmarks"] as? [Any])?.count ?? 0 }
    #expect(counts == [0, 0, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1])
  }

  @Test("The limits are set, cannot be raised, and do not exceed the user's own")
  func limits() throws {
    let report = try check(["--memory", "300", "--open-files", "40", "--processor-seconds", "7"])
    let limits = try #require(report["limits"] as? [String: [UInt64]])
    #expect(limits["files"] == [40, 40])
    #expect(limits["cores"] == [1, 1])
    let memory = try #require(limits["memory"])
    #if os(Linux)
      #expect(memory.allSatisfy { $0 <= 300_000_000 && $0 > 299_900_000 }, "\(memory)")
    #endif
    // So far it used a second or two.
    let processor = try #require(limits["processor"]?.first)
    #expect((9...14).contains(processor), "\(processor)")
    let shell = ["/bin/sh", "-c", #"ulimit -n 30 && exec "$0" "$@""#]
    let lower = try check(["--open-files", "40"], launcher: shell)
    #expect((lower["limits"] as? [String: [UInt64]])?["files"] == [30, 30])
  }

  @Test("A worker that exceeds its processor time is ended by SIGXCPU")
  func processorTime() throws {
    let worker = try CommandRun(["worker", "check", "--endless", "--processor-seconds", "1"])
    #expect(worker.status == SIGXCPU && worker.output.contains("limits"), "\(worker.status)")
  }

  @Test("The limit of processor time holds for each request, not for all of them together", .only(.processFolder))
  func processorTimeOfEachRequest() throws {
    let process = Process()
    process.executableURL = CommandRun.executable
    process.arguments = [
      "worker", "hand", "--model", try CommandRun.model("hand_landmarker.task"), "--processor-seconds", "1",
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { process.terminate() }
    let image = try request(media("thumb_up_teal.png"))
    var answers = Data()
    func isAnswered(_ count: Int) throws -> Bool {
      while answers.count(where: { $0 == UInt8(ascii: "\n") }) < count {
        let piece = output.fileHandleForReading.availableData
        if piece.isEmpty { return false }
        answers += piece
      }
      return true
    }
    // For loading the limit is a second more than the two that were begun.
    var count = 0
    repeat {
      guard try isAnswered(count + 1) else { break }
      try input.fileHandleForWriting.write(contentsOf: image)
      count += 1
    } while try processorSeconds(of: process.processIdentifier) < 5
    #expect(try isAnswered(count + 1), "ended after \(count) requests")
    #expect(count > 2)
  }

  /// The processor time that a running process has used.
  private func processorSeconds(of process: Int32) throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    let ticks = try [12, 13].map { try #require(Double(fields[$0])) }.reduce(0, +)
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  @Test("Without memory for a response with masks the answer is an error, and the next image is processed")
  func memoryForMasks() throws {
    let image = try ImageFile.read(contentsOfFile: CommandRun.media("yoga.png"))
    let (width, height, format) = (4 * image.width, 4 * image.height, WorkerRequest.Format(image.format).rawValue)
    let large = try Data(image.scaled(toWidth: width, height: height).packedBytes)
    let input = request(large, #","format":"\#(format)","width":\#(width),"height":\#(height)"#)
    let requests = try input + request(media("yoga.png"), id: 2)
    var codes: [Int?] = []
    for megabytes in [200, 240] {
      let worker = try run(
        "pose", "pose_landmarker_lite.task", ["--segmentation-masks", "--memory", "\(megabytes)"], requests)
      let answers = try lines(worker).dropFirst()
      #expect(worker.status == 0 && answers.count == 2, "\(megabytes): \(worker.errors.prefix(400))")
      codes.append(answers.first.flatMap(code))
      #expect(answers.last?["segmentationMasks"] != nil)
    }
    #expect(codes.contains(8) && codes.allSatisfy { $0 == 8 || $0 == nil }, "\(codes)")
  }

  @Test("A worker without enough memory says so or ends, and its client names the model and the limit")
  func memory() throws {
    for megabytes in [1, 20, 40] {
      var options = WorkerProcess.Options(
        executable: try #require(CommandRun.executable).path,
        arguments: [
          "worker", "pose", "--model", try CommandRun.model("pose_landmarker_full.task"), "--memory", "\(megabytes)",
        ], modelPath: try CommandRun.model("pose_landmarker_full.task"), modelName: "mine")
      options.limits.memoryMegabytes = megabytes
      let error = #expect(throws: TasksError.self) { try WorkerProcess(options).start() }
      let message = error?.message ?? ""
      #expect(message.contains("LiteRT") || message.contains("\(megabytes) MB of memory"), "\(megabytes): \(message)")
      #expect(!message.contains("pose_landmarker_full"), "\(message)")
    }
  }
}
