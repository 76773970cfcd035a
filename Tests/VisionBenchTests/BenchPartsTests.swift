import CVisionPeak
import Foundation
import Testing
import VisionCore
import VisionTasks

@testable import VisionBench

@Suite("Streams, sizes and the machine in benchmarks")
struct BenchPartsTests {
  @Test("a further stream's memory is counted from the first number of streams, its frame left out")
  func streams() {
    func figures(_ megabytes: Double, _ rate: Double) -> BenchFigures {
      var figures = BenchFigures()
      figures.callMilliseconds = [1, 2, 3]
      figures.peakMegabytes = megabytes
      figures.framesPerSecond = rate
      figures.cpuMilliseconds = 9
      return figures
    }
    let report = StreamsReport(
      name: "pose", input: "clip.mp4", frameCount: 4, frameMegabytes: 2,
      entries: [
        .init(streams: 1, rounds: [figures(50, 100), figures(52, 110), figures(51, 90)]),
        .init(streams: 4, rounds: [figures(90, 150)]),
      ])
    #expect(report.megabytesPerExtraStream(report.entries[0]) == nil)
    // (90 − 51) ÷ 3 − 2
    #expect(report.megabytesPerExtraStream(report.entries[1]) == 11)
    #expect(report.lines.last == "| 4 | 150 | 2.000 | 3.000 | 9.000 | 90.0 | 11.0 |")
    #expect(report.lines.first == "pose, clip.mp4, 4 frames per stream, unpaced")
  }

  @Test("installed size is compared without what is the system's, and then with it")
  func size() throws {
    let line = """
      {"ours": [{"name": "program", "bytes": 10000000, "is_system": false}, {"name": "FFmpeg", "bytes": 40000000, \
      "is_system": true}], "theirs": [{"name": "mediapipe", "bytes": 100000000, "is_system": false}]}
      """
    let size = try JSONDecoder().decode(InstalledSize.self, from: Data(line.utf8))
    #expect(size.ratio(withSystem: false) == 0.1)
    #expect(size.ratio(withSystem: true) == 0.5)
    #expect(size.lines.contains("| ours: FFmpeg (the system's) | 40.0 | - | - |"))
    #expect(size.lines.contains("| without the system's | 10.0 | 100 | 0.100, 0.15 holds |"))
    #expect(size.lines.last == "| with the system's | 50.0 | 100 | 0.500 |")
    #expect(InstalledSize(ours: [], theirs: []).ratio(withSystem: true) == nil)
  }

  @Test("the processor's name is the first one in the system's list, with what a virtual machine hides")
  func processor() {
    let list = "processor\t: 0\nmodel name\t: AMD EPYC: 9\nflags\t: fpu\n\nprocessor\t: 1\nmodel name\t: other\n"
    #expect(MachineDescription.processorName(inCPUInfo: list) == "AMD EPYC: 9")
    let hidden = "cpu family\t: 23\nmodel\t\t: 1\nmodel name\t: AMD EPYC\n\ncpu family\t: 25\nmodel\t\t: 2\n"
    #expect(MachineDescription.processorName(inCPUInfo: hidden) == "AMD EPYC, family 23, model 1")
    let numbered = hidden.replacingOccurrences(of: "AMD EPYC", with: "AMD EPYC 7763 64-Core Processor")
    #expect(MachineDescription.processorName(inCPUInfo: numbered) == "AMD EPYC 7763 64-Core Processor")
    #expect(MachineDescription.processorName(inCPUInfo: "processor : 0\nFeatures : fp asimd\n") == nil)
    let machine = MachineDescription.current
    #expect(machine.cores >= 1)
    let kernels = [VisionArithmeticFloat, VisionArithmeticByte].map { String(cString: vision_peak_instructions($0)) }
    // Matrices come after them: the minimum time is that of vectors.
    #expect(machine.vectorInstructions.filter { $0 != "AMX" } == kernels)
    #expect(!machine.processor.isEmpty && !machine.system.isEmpty)
  }

  @Test("a folder's time is shown per image")
  func batch() {
    let row = BatchRow(task: "t", name: "folder", model: "m", limit: 0.2)
    var report = BatchReport(row: row, imageCount: 50, processes: 2)
    #expect(report.ratio == nil)
    #expect(report.ours == nil)
    report.rounds = [.init(ours: 1, theirs: 4), .init(ours: 2, theirs: 4), .init(ours: 3, theirs: 4)]
    #expect(report.ours == 40)
    #expect(report.ratio?.text == "0.500 (0.250 to 0.750), 0.20 missed")
    #expect(
      BatchReport.table([report]).last == "| folder | 50 | 40.0 | 80.0 | 0.500 (0.250 to 0.750), 0.20 missed |")
  }

  @Test("a worker that fails says why, and one that is silent is an error too")
  func workers() throws {
    let failing = BenchProcess(
      executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "echo no camera >&2; exit 3"])
    #expect { _ = try failing.output() } throws: { "\($0)".contains("status 3: no camera") }
    let silent = BenchProcess(executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", ":"])
    #expect { _ = try silent.lastLine() } throws: { "\($0)".contains("printed nothing") }
    let talking = BenchProcess(executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "echo a; echo b"])
    #expect(String(decoding: try talking.lastLine(), as: UTF8.self) == "b")
  }

  @Test("`vision-bench TASK INPUT` means one task; the other words are subcommands")
  func grammar() throws {
    let task = try #require(
      try VisionBench.parseAsRoot(["pose", "clip.mp4", "--option", "segmentation-masks=true", "--rounds", "7"])
        as? TaskCommand)
    #expect(
      task.task == "pose" && task.input == "clip.mp4" && task.options == ["segmentation-masks=true"]
        && task.comparison.rounds == 7)
    let suite = try #require(
      try VisionBench.parseAsRoot(["suite", "media", "--peer", "python3", "--only", "pose"]) as? SuiteCommand)
    #expect(suite.folder == "media" && suite.comparison.peer == "python3" && suite.only == "pose")
    #expect(try VisionBench.parseAsRoot(["batch", "pictures"]) is BatchCommand)
    let streams = try #require(
      try VisionBench.parseAsRoot(["streams", "hand", "clip.mp4", "--streams", "1", "3"]) as? StreamsCommand)
    #expect(streams.streams == [1, 3])
    for wrong in [
      ["sing", "clip.mp4"], ["pose", "a", "--rounds", "0"], ["track", "a"],
      ["pose", "a", "--option", "num-hands=1"], ["pose", "a", "--option", "num-poses=no"],
    ] {
      #expect(throws: (any Error).self) { try VisionBench.parseAsRoot(wrong) }
    }
  }
}
