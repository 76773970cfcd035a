import Foundation
import Testing
import VisionTasks

@testable import VisionBench
@testable import VisionCore

@Suite("The benchmark suite's rows, limits and table")
struct SuiteTests {
  private func emptyReport() -> SuiteReport {
    SuiteReport(
      date: "2026-01-02",
      machine: MachineDescription(
        processor: "Some CPU", cores: 2, vectorInstructions: ["AVX-512", "AVX-512 VNNI"], system: "Linux x86_64"),
      versions: SuiteReport.Versions(ours: "abc", liteRT: "2.3.0", mediaPipe: "1.2.2"), rounds: 5)
  }

  private let row = SuiteRow(
    task: "gesture", name: "gesture, video", model: "gesture_recognizer", file: "clip.mp4",
    limits: .video(time: 0.40, processorTime: 0.25))

  @Test("every promise of the project is a row's limit")
  func promises() throws {
    let limits = Dictionary(uniqueKeysWithValues: SuiteRow.all.map { ($0.name, $0.limits) })
    #expect(
      limits.compactMapValues(\.time) == [
        "gesture, video, two asked for, one visible": 0.40, "gesture, video, two asked for, two visible": 0.40,
        "gesture, image": 0.45, "pose lite, video": 0.22, "pose full, video": 0.30,
        "pose lite, image": 0.35, "pose full, image": 0.40, "pose full, video, masks": 0.60,
        "efficientdet_lite0_int8, video": 0.40, "efficientdet_lite0_float16, video": 0.45,
        "ssd_mobilenet_v1_coco, video": 0.55, "face detector, video": 0.35, "face landmarks, video": 0.40,
        "face landmarks, video, blendshapes and matrices": 0.45, "holistic, video": 0.40,
        "selfie segmenter, video": 0.45, "selfie segmenter, video, category mask": 0.45, "DeepLab, video": 0.60,
        "DeepLab, video, category mask": 0.60, "embedder, efficientnet_lite0_float32, video": 0.55,
        "embedder, efficientnet_lite0_int8, video": 0.55,
      ])
    #expect(
      limits.compactMapValues(\.processorTime) == [
        "gesture, video, two asked for, one visible": 0.72, "gesture, video, two asked for, two visible": 0.72,
        "pose lite, video": 0.38, "pose full, video": 0.52, "efficientdet_lite0_int8, video": 0.55,
        "efficientdet_lite0_float16, video": 0.70, "ssd_mobilenet_v1_coco, video": 0.85, "face detector, video": 0.75,
        "face landmarks, video": 0.75, "face landmarks, video, blendshapes and matrices": 0.75, "holistic, video": 0.75,
      ])
    let avx2 = Dictionary(
      uniqueKeysWithValues: SuiteRow.all.compactMap { row in row.avx2Limits.map { (row.name, $0) } })
    #expect(
      avx2.mapValues { [$0.time, $0.processorTime] } == [
        "gesture, video, two asked for, one visible": [0.36, 0.62],
        "gesture, video, two asked for, two visible": [0.36, 0.62], "gesture, image": [0.40, 0.75],
        "pose lite, video": [0.26, 0.48], "pose full, video": [0.27, 0.52], "pose lite, image": [0.30, 0.58],
        "pose full, image": [0.34, 0.68], "efficientdet_lite0_int8, video": [0.30, 0.58],
        "efficientdet_lite0_float16, video": [0.36, 0.68], "ssd_mobilenet_v1_coco, video": [0.40, 0.75],
      ])
    #expect(SuiteRow.all.allSatisfy { $0.limits.start == 0.15 })
    let newTasks = ["face-detect", "face", "holistic", "segment", "embed"]
    #expect(SuiteRow.all.allSatisfy { $0.limits.memory == (newTasks.contains($0.task) ? 0.40 : 0.35) })
    #expect(
      SuiteRow.all.allSatisfy {
        ($0.limits.preparation == 0.12)
          == ($0.file.hasSuffix(".mp4") && !["segment", "face-detect"].contains($0.task))
      })
    // A key that the task does not have would leave its default in place.
    for row in SuiteRow.all {
      let keys = Set(try BenchSpec.task(row.task).descriptors.map(\.key))
      let values = SuiteRow.initialValues(of: row.task).merging(row.values) { $1 }
      #expect(keys.isSuperset(of: values.keys), "\(row.name): \(values.keys.filter { !keys.contains($0) })")
    }
    #expect(
      SuiteRow.all.filter { !$0.values.isEmpty }.map(\.name) == [
        "pose full, video, masks", "face landmarks, video, blendshapes and matrices",
        "selfie segmenter, video, category mask", "DeepLab, video, category mask",
      ])
    #expect(BatchRow.all.map(\.limit) == [0.74, 0.53, 0.62, 0.60])
    #expect(InstalledSize.limit == 0.15)
  }

  @Test("a processor without AVX-512 has limits of its own", arguments: [("AVX2 FMA", 0.26), ("AVX-512", 0.22)])
  func limitsOfProcessors(instructions: String, time: Double) throws {
    let machine = MachineDescription(
      processor: "Some CPU", cores: 2, vectorInstructions: [instructions, instructions], system: "Linux x86_64")
    let pose = try #require(SuiteRow.all.first { $0.name == "pose lite, video" })
    #expect(pose.limits(on: machine).time == time)
    // A row without such limits keeps its own.
    #expect(row.limits(on: machine).time == 0.40)
  }

  @Test("a limit is kept by the median, and by one that just reaches it")
  func limits() throws {
    let figures = SuiteFigures(SampleReport.report([(4, 10), (3, 10), (9, 10)]), limits: row.limits)
    let time = try #require(figures.time)
    #expect(time.holds == true)
    #expect(time.text == "0.400 (0.300 to 0.900), 0.40 holds")
    #expect(figures.processorTime?.text == "0.400 (0.300 to 0.900), 0.25 missed")
    #expect(figures.memory?.holds == false)
    #expect(figures.preparation == 0.125)
    #expect(figures.preparationHolds == false)
    #expect(figures.roofline?.minMilliseconds == 3)
    let free = SuiteFigures(SampleReport.report([(4, 10)]), limits: BenchmarkLimits(start: nil, memory: nil))
    #expect(free.time?.holds == nil)
    #expect(free.time?.text == "0.400 (0.400 to 0.400)")
    #expect(free.preparationHolds == nil)
  }

  @Test("the table has a line a row, and as many cells as titles in each")
  func table() throws {
    var report = emptyReport()
    report.rows = [
      SuiteResult(row, SampleReport.report([(4, 10)])), SuiteResult(row, notMeasured: "clip.mp4 is not in folder."),
    ]
    report.batches = [
      BatchReport(
        row: BatchRow(task: "t", name: "folder", model: "m", limit: 0.5), imageCount: 100, processes: 2,
        rounds: [.init(ours: 1, theirs: 4)])
    ]
    report.notMeasured = ["installed size: --peer is not given."]
    let lines = report.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(
      lines[0]
        == "2026-01-02. Some CPU (AVX-512, AVX-512 VNNI), 2 cores, Linux x86_64. Ours abc, LiteRT 2.3.0, MediaPipe "
        + "1.2.2.")
    let start = try #require(lines.firstIndex { $0.hasPrefix("| work |") })
    let table = lines[start..<start + 5]
    #expect(Set(table.map { $0.split(separator: "|").count }) == [11])
    #expect(
      lines[start + 2] == "| gesture, video | clip.mp4 | 4.000 | 10.0 | 0.400 (0.400 to 0.400), 0.40 holds | "
        + "0.400 (0.400 to 0.400), 0.25 missed | 0.400 (0.400 to 0.400), 0.15 missed | "
        + "0.400 (0.400 to 0.400), 0.35 missed | 0.125, 0.12 missed | 3.000 | 1.333 |")
    #expect(lines[start + 3] == "| gesture, video | clip.mp4 | not measured | - | - | - | - | - | - | - | - |")
    #expect(
      lines[start + 4]
        == "| folder | 100 images | 10.0 | 40.0 | 0.250 (0.250 to 0.250), 0.50 holds | - | - | - | - | "
        + "- | - |")
    #expect(lines.contains("**Not measured:** gesture, video: clip.mp4 is not in folder."))
    #expect(lines.contains("**Not measured:** installed size: --peer is not given."))
    #expect(lines.contains("| palms: infer | 1.000 | 10.0 | 11.0 |"))
  }

  @Test("sizes alone need no table of rows")
  func sizesAlone() {
    var report = emptyReport()
    #expect(!report.text.contains("| work |"))
    report.size = InstalledSize(
      ours: [.init(name: "program", bytes: 5_000_000, isSystem: false)],
      theirs: [.init(name: "mediapipe", bytes: 20_000_000, isSystem: false)])
    #expect(report.text.hasSuffix("| with the system's | 5.000 | 20.0 | 0.250 |\n"))
    #expect(report.text.contains("| without the system's | 5.000 | 20.0 | 0.250, 0.15 missed |"))
  }

  @Test("the JSON has the figures beside the limits, and every round")
  func json() throws {
    var report = emptyReport()
    report.rows = [SuiteResult(row, SampleReport.report([(4, 10), (3, 10)]))]
    let read = try JSONDecoder().decode(SuiteReport.self, from: VisionBench.json(report))
    #expect(read.rows.first?.figures?.time == report.rows.first?.figures?.time)
    #expect(read.rows.first?.report?.rounds.map { $0.ours.calls.callMilliseconds } == [[4, 4, 4], [3, 3, 3]])
    #expect(read.rows.first?.report?.stages.first?.kind == .sample)
  }

  @Test("rows are chosen by a part of their name or file, whatever the case")
  func choice() {
    #expect(SuiteRow.all.filter { $0.matches("POSE LITE") }.count == 2)
    #expect(SuiteRow.all.filter { $0.matches("yoga") }.map(\.file) == ["yoga.png", "yoga.png"])
    #expect(SuiteRow.all.filter { $0.matches(nil) }.count == SuiteRow.all.count)
    #expect(SuiteRow.all.filter { $0.matches("nothing like it") }.isEmpty)
  }

  @Test("a folder without the files gives a table of rows that were not measured")
  func missingFiles() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("suite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var seen: [Int] = []
    var suite = BenchSuite(media: folder.path, rounds: 1, peer: nil, vision: folder)
    suite.progress = { seen.append($0.rows.count) }
    var report = emptyReport()
    try suite.run(&report)
    #expect(report.rows.map(\.name) == SuiteRow.all.map(\.name))
    #expect(report.rows[0].notMeasured == "thumb_video.mp4 is not in \(folder.path).")
    #expect(report.rows.allSatisfy { $0.report == nil })
    #expect(report.notMeasured.count == BatchRow.all.count + 3 + 1)
    #expect(Array(seen.prefix(SuiteRow.all.count)) == Array(1...SuiteRow.all.count))
    #expect(report.text.contains("| pose lite, image | yoga.png | not measured |"))
  }
}
