import Foundation
import TestSupport
import Testing
import VisionMedia

@testable import VisionCommand

/// Files of labelling tools, by the command, by batches and by merged batches.
@Suite("Labels, end to end", .needs(.command), .needs(.shared))
struct LabelRunTests {
  private let fixture: BatchFixture
  private static let formats = ["coco.json": "--coco", "yolo": "--yolo", "cvat": "--cvat", "mot": "--mot"]

  init() throws {
    fixture = try BatchFixture()
    // Equal names in two folders, names that need escapes, a broken image and a video.
    for (name, medium) in [
      ("in/a/x.png", "pets.png"), ("in/b/x.png", "empty_flat.png"), ("in/it's \"one\" & <two>\n.jpg", "cat_720p.jpg"),
      ("in/c/walk.mp4", "walkers_pan.mp4"),
    ] { try fixture.folder.write(Data(contentsOf: URL(filePath: CommandRun.media(medium))), name) }
    try fixture.folder.write("broken", "in/b/z.png")
  }

  /// The files of labels below a folder.
  private func labels(_ folder: String) throws -> [String: String] {
    try fixture.files(folder).filter { name, _ in
      Self.formats.keys.contains(String(name.prefix { $0 != "/" }))
    }.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  private var detect: [String] {
    get throws {
      try [
        "detect", fixture.path("in"), "--recursive", "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"),
      ]
    }
  }

  @Test("A run, a batch and merged shards write the same files; a failed image has none, an empty one an empty text")
  func everywhere() throws {
    let paths = Self.formats.flatMap { [$1, fixture.path("run/" + $0)] }
    try fixture.folder.makeFolder("run")
    let run = try CommandRun(try detect + paths + ["--track", "--quiet"])
    #expect(run.status == 1 && run.errors.contains("--mot: left out 3 images"), "\(run.errors)")
    let expected = try labels("run")
    #expect(expected["yolo/labels/b/x.txt"] == "" && expected["yolo/labels/b/z.txt"] == nil)
    #expect(expected["yolo/labels/it's \"one\" & <two>\n.txt"]?.hasPrefix("16 0.") == true)
    #expect(expected["yolo/labels/c/walk.mp4/000000.txt"]?.hasPrefix("0 0.") == true)
    #expect(expected["cvat/images.xml"]?.contains("name=\"it's &quot;one&quot; &amp; &lt;two&gt;&#10;.jpg\"") == true)
    #expect(expected["cvat/videos/c/walk.mp4.xml"]?.contains("<track id=\"1\" label=\"person\"") == true)
    #expect(expected["mot/c/walk.mp4.txt"]?.hasPrefix("1,1,") == true)
    let batch = try ["batch"] + detect + Self.formats.values.sorted() + ["--track", "--quiet", "--part-size", "2"]
    for (out, further) in [("whole", []), ("s0", ["--shard", "0/2"]), ("s1", ["--shard", "1/2"])] {
      let run = try CommandRun(batch + ["--out", fixture.path(out)] + further)
      #expect([0, 1].contains(run.status), "\(run.errors)")
    }
    #expect(try labels("whole") == expected)
    #expect(try fixture.merge(["s1", "s0"], out: "merged").status == 0)
    #expect(try fixture.files("merged") == fixture.files("whole"))
    // Once more, nothing changes.
    #expect(try CommandRun(batch + ["--out", fixture.path("whole")]).status == 1)
    #expect(try labels("whole") == expected)
  }

  @Test("In a batch, images whose labels would be one file are named; CSV has no labels")
  func batchCollisions() throws {
    try fixture.folder.write(Data(contentsOf: URL(filePath: CommandRun.media("cat_720p.jpg"))), "in/a/x.jpg")
    let batch = try ["batch"] + detect + ["--yolo", "--out", fixture.path("out")]
    let run = try CommandRun(batch + ["--max-results", "1"])
    #expect(
      run.errors.contains("--yolo: left out 1 input with the file of another one, such as labels/a/x.txt"),
      "\(run.errors)")
    // A lost output, whatever else is done.
    try FileManager.default.removeItem(atPath: fixture.path("in/b/z.png"))
    let quiet = try CommandRun(["batch"] + detect + ["--yolo", "--out", fixture.path("quiet"), "--quiet"])
    #expect(quiet.status == 1 && quiet.errors.hasPrefix("--yolo: left out 1 input"), "\(quiet.errors)")
    // The same image twice has the same labels, of which nothing is lost.
    let twice = try CommandRun(
      [
        "batch", "detect", fixture.path("in/a/x.png"), fixture.path("in/a/x.png"), "--yolo", "--out",
        fixture.path("twice"),
      ]
        + ["--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"), "--quiet"])
    #expect(twice.status == 0 && twice.errors == "", "\(twice.errors)")
    #expect(try fixture.folder.text("twice/yolo/labels/x.txt").contains(" 0."))
    let csv = try CommandRun(batch + ["--format", "csv"])
    #expect(csv.status == 2 && csv.errors.contains("needs --format jsonl"), "\(csv.errors)")
  }

  @Test("A batch replaces its own labels, and nothing else in their folders")
  func ownFiles() throws {
    let batch = try ["batch"] + detect + ["--yolo", "--cvat", "--quiet", "--out", fixture.path("out")]
    for name in ["out/yolo/images/a/x.png", "out/cvat/notes.txt"] { try fixture.folder.write("mine", name) }
    for _ in 0..<2 {
      #expect(try CommandRun(batch).status == 1)
      #expect(try fixture.folder.text("out/yolo/images/a/x.png") == "mine")
      #expect(try fixture.folder.text("out/cvat/notes.txt") == "mine")
      #expect(try fixture.folder.text("out/yolo/labels/a/x.txt").contains(" 0."))
      try fixture.folder.write("old", "out/yolo/labels/a/x.txt")
      #expect(try fixture.files("out").keys.allSatisfy { !$0.hasPrefix(".batch/labels") })
    }
    try fixture.folder.write("a file", "blocked/yolo")
    let blocked = try CommandRun(["batch"] + detect + ["--yolo", "--quiet", "--out", fixture.path("blocked")])
    #expect(blocked.status == 4 && blocked.errors.contains("The same command continues."), "\(blocked.errors)")
    #expect(try fixture.folder.text("blocked/yolo") == "a file")
  }

  @Test("Labels go to a folder on another file system by a link, and to folders whose names differ in their bytes only")
  func otherPlaces() throws {
    let memory = "/dev/shm/labels-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: memory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: memory) }
    try fixture.folder.makeFolder("out")
    try FileManager.default.createSymbolicLink(atPath: fixture.path("out/yolo"), withDestinationPath: memory)
    let image = try Data(contentsOf: URL(filePath: CommandRun.media("pets.png")))
    for name in ["two/\u{E9}/x.png", "two/e\u{301}/x.png"] { try fixture.folder.write(image, name) }
    let run = try CommandRun(
      ["batch", "detect", fixture.path("two"), "--recursive", "--yolo", "--quiet", "--out", fixture.path("out")]
        + ["--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite")])
    #expect(run.status == 0, "\(run.errors)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: memory).filter { $0.hasSuffix("x.txt") }
    #expect(Set(files.map { Array($0.utf8) }).count == 2, "\(files)")
  }

  @Test("A file in the place of a folder is another input's, and a name that is too long the input's own fault")
  func folderNames() throws {
    let folder = LabelFolder(fixture.path("labels"), existing: .refused)
    try folder.apply([.write("1", to: "x.txt"), .close("x.txt")])
    #expect(throws: LabelFolder.Collision.self) { try folder.apply([.write("1", to: "x.txt/y.txt")]) }
    let long = String(repeating: "x", count: 300) + "/y.txt"
    let error = #expect(throws: TasksError.self) { try folder.apply([.write("1", to: long)]) }
    #expect(error?.code == .invalidArgumentError)
    // What was kept for such a file is not written into the next one.
    try folder.apply([.keep("lost", under: 1), .keep("lost", under: 2)])
    #expect(throws: TasksError.self) {
      try folder.apply([.write("1", to: long), .release(1, to: long), .release(2, to: long)])
    }
    try folder.apply([.keep("2", under: 1), .release(1, to: "z.txt"), .release(2, to: "z.txt"), .close("z.txt")])
    #expect(try fixture.folder.text("labels/z.txt") == "2")
  }

  @Test("A batch is not written over another's file of labels, into its inputs, or to a folder named -")
  func batchPlaces() throws {
    try fixture.folder.write("{}", "other/coco.json")
    for (out, words) in [
      ("other", "has coco.json, but no batch.json"), ("in", "is also an input"), ("in/../in/", "is also an input"),
    ] {
      let run = try CommandRun(["batch"] + detect + ["--coco", "--quiet", "--out", fixture.path(out)])
      #expect(run.status == 2 && run.errors.contains(words), "\(run.errors)")
    }
    try fixture.folder.write(Data(contentsOf: URL(filePath: CommandRun.media("pets.png"))), "one/x.png")
    let whole = try CommandRun(
      ["batch", "detect", fixture.path("one"), "--coco", "--quiet", "--out", fixture.path("whole")]
        + ["--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite")])
    #expect(whole.status == 0, "\(whole.errors)")
    let merged = try fixture.merge(["whole"], out: "other")
    #expect(merged.status == 2 && merged.errors.contains("has coco.json, but no batch.json"), "\(merged.errors)")
    #expect(try fixture.folder.text("other/coco.json") == "{}")
    #expect(try fixture.files("in").count == 5)
    let dash = try CommandRun(["batch"] + detect + ["--out", "-"])
    #expect(dash.status == 2 && dash.errors.contains("--out names \"-\"; it takes a folder."), "\(dash.errors)")
  }

  @Test("Landmarks are keypoints, all of them or COCO's; what is wrong is refused")
  func keypoints() throws {
    let model = try CommandRun.model("pose_landmarker_lite.task")
    let pose = ["pose", try CommandRun.media("walkers_pan.mp4"), "--model", model, "--max-frames", "2", "--quiet"]
    let run = try CommandRun(
      pose + ["--track", "--keypoints", "coco", "--coco", fixture.path("a.json"), "--cvat", fixture.path("cvat")])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try fixture.folder.text("a.json").contains(#""name":"person","skeleton":[[16,14]"#))
    let tracks = try fixture.folder.text("cvat/videos/walkers_pan.mp4.xml")
    #expect(tracks.contains("<skeleton frame=\"1\" keyframe=\"1\"") && !tracks.contains("left_eye_inner"))
    #expect(try CommandRun(pose + ["--yolo", fixture.path("yolo")]).status == 0)
    #expect(try fixture.folder.text("yolo/data.yaml").contains("kpt_shape: [33, 3]"))
    for (arguments, words) in [
      (["--keypoints", "coco"], "needs a file of labels"), (["--keypoints", "x", "--coco", "-"], "all and coco"),
      (["--yolo", ""], "takes a folder"), (["--cvat", "-"], "takes a folder"),
    ] {
      let refused = try CommandRun(pose + arguments)
      #expect(refused.status == 2 && refused.errors.contains(words), "\(arguments): \(refused.errors)")
    }
  }
}
