import Foundation
import TestSupport
import Testing
import VisionMedia

/// What becomes of the files that a user has.
@Suite("Users' files, end to end", .needs(.command), .needs(.shared))
struct OutputFilesRunTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.path(name) }

  private func detect(_ arguments: String..., input: String? = nil) throws -> CommandRun {
    try CommandRun(
      ["detect", "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite")] + arguments, input: input)
  }

  private func pose(_ arguments: String...) throws -> CommandRun {
    try CommandRun(["pose", "--model", CommandRun.model("pose_landmarker_lite.task")] + arguments)
  }

  @Test("An output that is an input is refused, and nothing is touched")
  func destroyedInputs() throws {
    try folder.copy(media: "tiny_32x24.png", to: "in/a.png")
    try folder.copy(media: "tiny_32x24.png", to: "in/b.png")
    try folder.link("soft.png", to: "in/a.png")
    try folder.hardLink("hard.png", to: "in/a.png")
    let bytes = try folder.bytes("in/a.png")
    let listing = try folder.listing()
    let (a, inputs) = (path("in/a.png"), path("in"))
    for option in ["--json", "--csv", "--coco", "--annotate"] {
      for output in ["in/a.png", "soft.png", "hard.png"] {
        let run = try detect(a, option, path(output))
        #expect(run.status == 2 && run.errors.contains(option), "\(option) \(output): \(run.errors)")
      }
      #expect(try detect(inputs, option, option == "--annotate" ? inputs : a).status == 2)
    }
    #expect(try detect("-", "--json", a, input: a).status == 2)
    #expect(try pose(inputs, "--segmentation-masks", inputs).status == 2)
    #expect(try folder.bytes("in/a.png") == bytes)
    #expect(try folder.listing() == listing)
  }

  @Test("Two outputs that are one place are refused, and nothing is written")
  func pairs() throws {
    try folder.write("before", "old")
    let image = try CommandRun.media("tiny_32x24.png")
    for arguments in [
      ["--json", path("x"), "--csv", path("x")], ["--json", "-", "--coco", "-"],
      ["--json", "-", "--csv", "/dev/stdout"],
      ["--json", path("old"), "--coco", path("./old")], ["--json", path("x.png"), "--annotate", path("x.png")],
    ] {
      let run = try CommandRun(
        ["detect", image, "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite")] + arguments)
      #expect(run.status == 2 && run.output.isEmpty && run.errors.contains("--json"), "\(arguments)")
    }
    #expect(try folder.listing() == ["old"])
    #expect(try folder.text("old") == "before")
    let coco = try detect(image, "--coco", "-")
    _ = try JSONSerialization.jsonObject(with: Data(coco.output.utf8))
  }

  @Test("Inputs of one name in two folders have their own drawings and masks, and JSON names the masks")
  func sameNames() throws {
    try folder.copy(media: "two_walkers.png", to: "A/a.png")
    try folder.copy(media: "yoga.png", to: "B/a.png")
    let run = try pose(
      path("A/a.png"), path("B/a.png"), "--annotate", path("out"), "--segmentation-masks", path("masks"), "--json", "-")
    #expect(run.status == 0 && run.errors == "")
    for name in ["A/a.png", "B/a.png"] {
      let drawn = try ImageFile.read(contentsOfFile: path("out/" + name))
      let source = try ImageFile.read(contentsOfFile: path(name))
      #expect(drawn.width == source.width && drawn.height == source.height)
    }
    #expect(try folder.bytes("out/A/a.png") != folder.bytes("out/B/a.png"))
    let masks = try run.output.split(separator: "\n").map {
      try JSONDecoder().decode(PoseCommandRunTests.Line.self, from: Data($0.utf8)).segmentationMasks?.map(\.file)
    }
    #expect(masks == [["A/a.png.0.png"], ["B/a.png.0.png"]])
    for name in ["A/a.png", "B/a.png"] {
      let mask = try ImageFile.read(contentsOfFile: path("masks/\(name).0.png"))
      #expect(mask.width == (try ImageFile.read(contentsOfFile: path(name)).width))
    }
  }

  @Test("One file in a folder is treated as two are")
  func oneFile() throws {
    try folder.copy(media: "tiny_32x24.png", to: "in/a.png")
    let run = try detect(path("in"), "--annotate", path("out"), "--json", "-")
    #expect(run.status == 0)
    #expect(run.output.contains("\"file\":\"\(path("in/a.png"))\""))
    #expect(try folder.listing() == ["in/", "in/a.png", "out/", "out/a.png"])
    let single = try detect(path("in/a.png"), "--json", "-")
    #expect(!single.output.contains("\"file\""))
    let twice = try detect(path("in/a.png"), path("in/a.png"), "--annotate", path("x.png"))
    #expect(twice.status == 2 && twice.errors.contains("need a folder"))
    #expect(!FileManager.default.fileExists(atPath: path("x.png")))
  }

  @Test("Older results stay when no input can be read, and when the model cannot; a good input replaces them")
  func olderResults() throws {
    let options = [
      ("--json", "old.jsonl"), ("--csv", "old.csv"), ("--coco", "old.json"), ("--annotate", "old.png"),
    ]
    for (option, name) in options {
      try folder.write("before", name)
      let missing = try detect(path("nope.png"), option, path(name))
      #expect(missing.status == 1 && missing.errors.contains("nope.png"))
      #expect(try folder.text(name) == "before", "\(option)")
    }
    let model = try CommandRun([
      "detect", CommandRun.media("pets.png"), "--model", CommandRun.model("pose_landmarker_lite.task"), "--json",
      path("old.jsonl"), "--coco", path("old.json"), "--csv", path("new.csv"),
    ])
    #expect(model.status == 3)
    #expect(try folder.text("old.jsonl") == "before" && folder.text("old.json") == "before")
    #expect(try folder.listing() == options.map(\.1).sorted())
    let good = try detect(
      path("nope.png"), try CommandRun.media("pets.png"), "--json", path("old.jsonl"), "--coco", path("old.json"))
    #expect(good.status == 1)
    #expect(try folder.text("old.jsonl").contains("\"dog\"") && folder.text("old.json").contains("\"dog\""))
    #expect(try folder.listing() == options.map(\.1).sorted())
  }

  @Test("Results of a video that breaks off take no older ones' place; where nothing was, they are kept")
  func brokenVideo() throws {
    let reader = try VideoReader(contentsOfFile: CommandRun.media("walkers_pan.mp4"))
    let writer = try VideoWriter(path: path("whole.mp4"), like: reader)
    for _ in 0..<20 { if let frame = try reader.next() { try writer.append(frame.image, timedAs: frame) } }
    try writer.finish()
    let bytes = try folder.bytes("whole.mp4")
    try folder.write(bytes.prefix(bytes.count / 2), "a.mp4")
    for name in ["out/a.mp4", "old.jsonl", "old.json"] { try folder.write("before", name) }
    let run = try detect(
      path("a.mp4"), "--annotate", path("out"), "--json", path("old.jsonl"), "--coco", path("old.json"), "--csv",
      path("new.csv"))
    #expect(run.status == 1 && run.errors.contains("breaks off") && run.errors.contains("old.jsonl is unchanged"))
    for name in ["out/a.mp4", "old.jsonl", "old.json"] { #expect(try folder.text(name) == "before", "\(name)") }
    #expect(try folder.text("new.csv").split(separator: "\n").count > 5)
    let again = try detect(path("a.mp4"), "--annotate", path("new") + "/", "--coco", path("new.json"))
    #expect(again.status == 1)
    #expect(try #require(VideoReader(contentsOfFile: path("new/a.mp4")).estimatedFrameCount) > 5)
    _ = try JSONSerialization.jsonObject(with: folder.bytes("new.json"))
    #expect(try folder.listing().filter { $0.hasSuffix(".partial") } == [])
  }

  @Test("Places that cannot be written are wrong usage")
  func unwritable() throws {
    let image = try CommandRun.media("tiny_32x24.png")
    for option in ["--json", "--csv", "--coco"] {
      let run = try detect(image, option, "/proc/nowhere/x")
      #expect(run.status == 2 && run.errors.contains("/proc/nowhere/x"), "\(option)")
    }
    for place in ["/proc/nowhere/x.png", "/proc/x.png"] {
      let run = try detect(image, "--annotate", place)
      #expect(run.status == 2 && run.errors.contains("/proc"))
    }
    for folder in ["/proc/masks", "/proc"] {
      let run = try pose(image, "--segmentation-masks", folder)
      #expect(run.status == 2 && run.errors.contains("--segmentation-masks") && !run.errors.contains("Domain"))
    }
  }

  @Test("A full device is named once, in a sentence", .only(.fullDevice))
  func full() throws {
    let image = try CommandRun.media("tiny_32x24.png")
    for option in ["--json", "--csv", "--coco"] {
      let run = try detect(image, image, option, "/dev/full", "--score-threshold", "0", "--quiet")
      #expect(run.status == 1)
      #expect(
        run.errors.split(separator: "\n").count { $0.contains("/dev/full cannot be written: No space left") } == 1)
      #expect(!run.errors.contains("Domain"))
    }
  }

  @Test("Text that standard output cannot take is an output that is lost", .only(.fullDevice))
  func fullText() throws {
    for (target, status) in [("> /dev/full", Int32(1)), ("| true", 141)] {
      let shell = "trap '' PIPE; { \"$0\" \"$@\"; echo $? >&2; } \(target)"
      for arguments in [["models", "list"], ["--help"]] {
        let run = try CommandRun(arguments, launcher: ["/bin/sh", "-c", shell])
        // A reader that ends may have taken all before.
        let codes = status == 1 ? ["1"] : ["0", "141"]
        #expect(codes.contains(run.errors.split(separator: "\n").last.map(String.init) ?? ""), "\(run.errors)")
        #expect(status == 141 || run.errors.contains("Standard output cannot be written: No space left"))
      }
    }
  }
}
