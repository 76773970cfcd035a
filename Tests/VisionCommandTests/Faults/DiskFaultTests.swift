#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import VisionMedia

  /// Disks that are full and folders that cannot be written, for each kind of output.
  @Suite(
    "Faults of disks, end to end",
    .needs(.command), .needs(.shared),
    .only(.mounts))
  struct DiskFaultTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      for name in ["disk", "left"] { try folder.makeFolder(name) }
    }

    /// A kind of output, with what to run and what may be left on a disk that is full.
    struct Output: Sendable, CustomTestStringConvertible {
      let task: String
      let model: String
      let medium: String
      let option: String
      let name: String
      /// Whether what was written before stays, whole.
      let keepsBeginning: Bool

      var testDescription: String { "\(option) \(name)" }
    }

    static let outputs: [Output] = {
      let (detector, video) = ("ssd_mobilenet_v1_coco_quant.tflite", "laptop_video.mp4")
      return [
        Output(
          task: "detect", model: detector, medium: video, option: "--json", name: "out.jsonl", keepsBeginning: true),
        Output(task: "detect", model: detector, medium: video, option: "--csv", name: "out.csv", keepsBeginning: true),
        Output(
          task: "detect", model: detector, medium: video, option: "--coco", name: "out.json", keepsBeginning: false),
        Output(
          task: "detect", model: detector, medium: video, option: "--annotate", name: "out.mp4", keepsBeginning: false),
        Output(
          task: "detect", model: detector, medium: "cat_720p.jpg", option: "--annotate", name: "out.png",
          keepsBeginning: false),
        Output(
          task: "pose", model: "pose_landmarker_lite.task", medium: "yoga.png", option: "--segmentation-masks",
          name: "masks", keepsBeginning: false),
      ]
    }()

    private func run(_ output: Output, on options: String) throws -> CommandRun {
      let more = output.task == "detect" ? ["--score-threshold", "0"] : []
      return try CommandRun(
        [
          output.task, CommandRun.media(output.medium), "--model", CommandRun.model(output.model), "--quiet",
          output.option, folder.path("disk/" + output.name),
        ] + more,
        launcher: FaultLauncher.fileSystem(options, at: folder.path("disk"), copyingTo: folder.path("left")))
    }

    @Test("On a full disk the run fails with a sentence, and what is left is whole", arguments: outputs)
    func full(output: Output) throws {
      let run = try run(output, on: "size=16k")
      #expect(run.status == 1, "\(run.status): \(run.errors)")
      #expect(run.errors.contains("No space left") && run.errors.contains("Make room"), "\(run.errors)")
      #expect(!run.errors.contains("Domain"))
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path("left"))
        .filter { $0 != output.name || output.keepsBeginning }
      guard output.keepsBeginning else {
        #expect(files == [], "nothing is left of \(output)")
        return
      }
      #expect(files == [output.name])
      let text = try folder.text("left/" + output.name)
      #expect(text.hasSuffix("\n") && text.utf8.count > 1000, "whole lines only: \(text.suffix(80))")
    }

    @Test("A batch on a full disk keeps its finished parts, and continues them where there is room")
    func batch() throws {
      try folder.makeFolder("images")
      for number in 0..<16 {
        let path = folder.path("images/\(number).jpg")
        try FileManager.default.copyItem(atPath: try SharedFolder.media("cat_720p.jpg"), toPath: path)
      }
      let command = try [
        "batch", "detect", folder.path("images"), "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"),
        "--score-threshold", "0", "--part-size", "2", "--quiet", "--out",
      ]
      let run = try CommandRun(
        command + [folder.path("disk/results")],
        launcher: FaultLauncher.fileSystem("size=48k", at: folder.path("disk"), copyingTo: folder.path("left")))
      #expect(run.status == 4, "\(run.status): \(run.errors)")
      #expect(
        run.errors.contains("No space left") && run.errors.contains("The same command continues"), "\(run.errors)")
      let finished = try parts(in: "left/results")
      #expect((1..<8).contains(finished.count), "\(finished.keys)")
      #expect(try CommandRun(command + [folder.path("left/results")]).status == 0)
      #expect(try CommandRun(command + [folder.path("whole")]).status == 0)
      let (continued, whole) = (try parts(in: "left/results"), try parts(in: "whole"))
      #expect(whole.count == 8 && continued == whole)
      #expect(finished.allSatisfy { whole[$0.key] == $0.value })
    }

    @Test("Labels of a batch that do not fit end the run as its parts do, also those of merged folders")
    func batchLabels() throws {
      try folder.makeFolder("images")
      for number in 0..<16 { try folder.copy(media: "cat_720p.jpg", to: "images/\(number).jpg") }
      let command = try [
        "batch", "detect", folder.path("images"), "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"),
        "--score-threshold", "0", "--yolo", "--cvat", "--quiet", "--out",
      ]
      let disk = FaultLauncher.fileSystem("size=80k", at: folder.path("disk"), copyingTo: folder.path("left"))
      let run = try CommandRun(command + [folder.path("disk/results")], launcher: disk)
      #expect(run.status == 4, "\(run.status): \(run.errors)")
      #expect(run.errors.contains("labels-yolo") && run.errors.contains("The same command continues"), "\(run.errors)")
      #expect(try CommandRun(command + [folder.path("left/results")]).status == 0)
      let merge = ["batch", "merge", folder.path("left/results"), "--out", folder.path("disk/merged")]
      let merged = try CommandRun(merge, launcher: disk)
      #expect(merged.status == 4 && !merged.errors.contains("Usage"), "\(merged.status): \(merged.errors)")
    }

    /// The parts in a folder, by their names.
    private func parts(in name: String) throws -> [String: String] {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).filter {
        $0.hasPrefix("part-")
      }
      return try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.text("\(name)/\($0)")) })
    }

    @Test("A folder that cannot be written is wrong usage, before anything is opened", arguments: outputs)
    func readOnly(output: Output) throws {
      let run = try run(output, on: "ro")
      #expect(run.status == 2, "\(run.status): \(run.errors)")
      #expect(run.errors.contains("Read-only file system"), "\(run.errors)")
      #expect(run.errors.contains(output.name) || run.errors.contains(output.option), "\(run.errors)")
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path("left")) == [])
    }
  }
#endif
