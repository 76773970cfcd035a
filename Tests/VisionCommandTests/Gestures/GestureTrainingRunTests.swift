import Foundation
import TestSupport
import Testing
import VisionMedia

@testable import VisionCommand

/// `vision gestures train` as a user runs it.
@Suite("Training of gestures, end to end", .needs(.command), .needs(.shared))
struct GestureTrainingRunTests {
  /// Distorted photographs, by folder.
  private static let photos = [
    "four": ["four_landscape.png", "exif_orientation6.jpg"], "thumb": ["thumb_up_teal.png", "thumbs_up_alpha.png"],
    "none": ["yoga.png"],
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func makePhotos(_ count: Int, seed: UInt64 = 1, in name: String = "photos") throws {
    var random = SeededGenerator(seed: seed)
    for (gesture, files) in Self.photos.sorted(by: { $0.key < $1.key }) {
      try folder.makeFolder("\(name)/\(gesture)")
      for (index, file) in files.enumerated() {
        let photo = try ImageFile.read(contentsOfFile: SharedFolder.media(file))
        for number in 0..<count {
          try ImageFile.write(
            DistortedPhoto(photo).make(by: &random), toFile: folder.path("\(name)/\(gesture)/\(index)-\(number).png"))
        }
      }
    }
  }

  private func train(_ more: [String] = []) throws -> CommandRun {
    try CommandRun(
      ["gestures", "train", folder.path("photos"), "--out", folder.path("my.task"), "--model", gestures] + more)
  }

  private var gestures: String { get throws { try CommandRun.model("gesture_recognizer.task") } }

  private struct Report: Decodable {
    struct Images: Decodable {
      struct Failure: Decodable {
        let file, reason: String
      }

      let imageCount: Int
      let withoutHand: [String]
      let failed: [Failure]
    }

    let labels: [String]
    let accuracy: Double
    let confusion: [[Int]]
    let images: Images
  }

  @Test(
    "One run: the bundle, a picture and a report; broken files and images without a hand are told, and the rest is used"
  )
  func whole() throws {
    try makePhotos(6)
    try folder.copy(media: "empty_flat.png", to: "photos/four/flat.png")
    try folder.write("no image", "photos/four/broken.png")
    try folder.write(Data(try folder.bytes("photos/four/0-0.png").prefix(2000)), "photos/thumb/cut.png")
    try folder.copy(media: "thumb_video.mp4", to: "photos/thumb/video.mp4")
    try folder.link("photos/thumb/loop.png", to: "photos/thumb/loop.png")
    let run = try train(["--matrix", folder.path("my.png"), "--report", folder.path("my.json")])
    #expect(run.status == 1, "\(run.errors)")
    for name in ["four/broken.png: ", "thumb/cut.png: ", "thumb/video.mp4: It is a video", "thumb/loop.png: "] {
      #expect(run.errors.contains(name), "\(name) in \(run.errors)")
    }
    #expect(run.errors.contains("No hand in") && run.errors.contains("four/flat.png"))
    #expect(run.output.contains("Held-out accuracy: ") && run.output.contains("Wrote "))
    #expect(try folder.listing().filter { !$0.contains("/") } == ["my.json", "my.png", "my.task"])
    let report = try JSONDecoder().decode(Report.self, from: folder.bytes("my.json"))
    #expect(report.labels == ["none", "four", "thumb"] && report.accuracy > 0.9)
    #expect(report.images.failed.count == 4 && report.images.withoutHand.contains { $0.hasSuffix("four/flat.png") })
    let picture = try ImageFile.read(contentsOfFile: folder.path("my.png"))
    #expect(picture.width > 200 && picture.height > 150)

    let gesture = try CommandRun([
      "gesture", try CommandRun.media("thumb_up_teal.png"), "--model", folder.path("my.task"),
    ])
    #expect(gesture.status == 0 && gesture.output.contains("categoryName : thumb"), "\(gesture.output)")

    let evaluated = try CommandRun(["evaluate", "gesture", folder.path("photos"), "--model", folder.path("my.task")])
    #expect(evaluated.output.contains("top1") && !evaluated.output.contains("no class of the model"), "\(evaluated)")
    // The model that is read is not replaced.
    let again = try train(["--model", folder.path("my.task")])
    #expect(again.status == 2 && again.errors.contains("over the model"), "\(again.errors)")
    let device = try CommandRun(["models", "assemble", "holistic", "--out", "/dev/null"])
    #expect(device.status == 2 && device.errors.contains("no regular file"), "\(device.errors)")
  }

  #if os(Linux)
    @Test(
      "A bundle that does not fit on the disk is a lost output; a picture that does not takes nothing else along",
      .only(.mounts))
    func fullDisk() throws {
      try makePhotos(4)
      for name in ["disk", "left"] { try folder.makeFolder(name) }
      func train(_ size: String, _ outputs: [String]) throws -> CommandRun {
        try CommandRun(
          ["gestures", "train", folder.path("photos"), "--model", gestures, "--quiet"] + outputs,
          launcher: FaultLauncher.fileSystem("size=\(size)", at: folder.path("disk"), copyingTo: folder.path("left")))
      }
      let run = try train("1m", ["--out", folder.path("disk/my.task")])
      #expect(run.status == 1 && run.errors.contains("my.task cannot be written: No space left"), "\(run.errors)")
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path("left")) == [])
      let whole = try train(
        "4k",
        ["--out", folder.path("my.task"), "--matrix", folder.path("disk/my.png"), "--report", folder.path("my.json")])
      #expect(whole.status == 1 && whole.errors.contains("my.png cannot be written: No space left"), "\(whole.errors)")
      #expect(whole.output == "", "\(whole.output)")
      #expect(try !folder.bytes("my.json").isEmpty)
      let gesture = try CommandRun([
        "gesture", try CommandRun.media("thumb_up_teal.png"), "--model", folder.path("my.task"),
      ])
      #expect(gesture.status == 0 && gesture.output.contains("categoryName"), "\(gesture.errors)")
    }
  #endif

  @Test("Odd names, links and sizes: what can be used is used, what cannot is told, and no name changes a terminal")
  func hostile() throws {
    try makePhotos(4)
    // Names that are not UTF-8, and such as would colour a terminal.
    let latin = RawPath(
      bytes: Array(folder.path("photos/thumb").utf8) + [UInt8(ascii: "/"), 0xE9] + Array(".png".utf8))
    #expect(latin.withCString { name in rename(folder.path("photos/thumb/0-0.png"), name) } == 0)
    try folder.copy(media: "empty_flat.png", to: "photos/four/a\nb\u{1B}[31m.png")
    try folder.copy(media: "yoga.png", to: "photos/four/large.png")
    try folder.link("photos/four/self", to: "photos/four")
    try folder.link("photos/four/again.png", to: "photos/four/0-0.png")
    #expect(mkfifo(folder.path("photos/four/pipe.png"), 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("photos/four/zero.png"), withDestinationPath: "/dev/zero")
    let run = try train(["--max-pixels", "200000", "--quiet", "--report", folder.path("my.json")])
    #expect(run.status == 1 && run.output == "", "\(run.output)\(run.errors)")
    #expect(run.errors.contains("at most 200000 pixels") && run.errors.contains("large.png"))
    #expect(run.errors.contains("a\\x0Ab\\x1B[31m.png") && !run.errors.contains("\u{1B}"))
    let report = try JSONDecoder().decode(Report.self, from: folder.bytes("my.json"))
    #expect(report.images.failed.count == 1, "\(report.images.failed)")
    // Eight photographs of each gesture, the link and the image without a hand among them, four others.
    #expect(report.images.imageCount == 8 + 8 + 4 + 2, "\(report.images.imageCount)")
  }

  @Test("Wrong command lines are refused before anything is done")
  func usage() throws {
    try folder.makeFolder("photos/a")
    try folder.write("", "elsewhere.png")
    try folder.link("photos/a/b.png", to: "elsewhere.png")
    try folder.link("picture.png", to: "elsewhere.png")
    for (arguments, part) in [
      (["photos", "--out", "my.task", "--matrix", "picture.png"], "the input"),
      (["photos", "--out", "my.bin"], "--out"), (["photos", "--out", "photos/my.task"], "in the folder of the images"),
      (["missing", "--out", "my.task"], "There is no folder"),
      (["photos", "--out", "my.task", "--matrix", "my.gif"], "--matrix"),
      (["photos", "--out", "nowhere/my.task"], "cannot be written"),
      (["photos", "--out", "folder.task"], "no regular file"),
    ] {
      try folder.makeFolder("folder.task")
      let paths = arguments.map { $0.hasPrefix("--") ? $0 : folder.path($0) }
      let run = try CommandRun(["gestures", "train"] + paths + ["--model", gestures])
      #expect(run.status == 2 && run.errors.contains(part), "\(arguments): \(run.status) \(run.errors)")
    }
    let few = try train()
    #expect(few.status == 1 && few.errors.contains("a (0)"), "\(few.errors)")
    #expect(
      try folder.listing() == [
        "elsewhere.png", "folder.task/", "photos/", "photos/a/", "photos/a/b.png", "picture.png",
      ])
    #expect(try folder.bytes("elsewhere.png").isEmpty)
  }

  @Test("Ctrl-C leaves no file, and an older bundle as it was")
  func interrupt() throws {
    try makePhotos(1)
    // So many that the run cannot end by itself before the signal, on however busy a machine.
    for number in 0..<5000 { try folder.link("photos/none/\(number).png", to: "photos/none/0-0.png") }
    try folder.write("before", "my.task")
    let process = Process()
    process.executableURL = CommandRun.executable
    process.arguments = [
      "gestures", "train", folder.path("photos"), "--out", folder.path("my.task"), "--model", try gestures,
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path("")) }
    while process.isRunning, try !names().contains(where: { $0.hasSuffix(".partial") }) { usleep(5000) }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(try names().sorted() == ["my.task", "photos"])
    #expect(try folder.text("my.task") == "before")
  }

  @Test("MediaPipe's Python package loads the bundle and gives the same classes", .needs(.pip))
  func peer() throws {
    try makePhotos(8)
    #expect(try train(["--quiet"]).status == 0)
    try makePhotos(6, seed: 2, in: "others/known")
    var random = SeededGenerator(seed: 3)
    try folder.makeFolder("others/unknown")
    for name in ["rock_portrait.png", "pointing_up.png", "call_landscape.png"] {
      let photo = try ImageFile.read(contentsOfFile: SharedFolder.media(name))
      for number in 0..<5 {
        try ImageFile.write(
          DistortedPhoto(photo).make(by: &random), toFile: folder.path("others/unknown/\(number)-\(name)"))
      }
    }
    let script = try folder.write(Self.script, "peer.py")
    let python = try PythonPackage.python(with: "mediapipe", in: folder)
    let peer = try PythonPackage.run(python, [script, folder.path("my.task"), folder.path("others")])
    try #require(peer.status == 0)
    let theirs = try JSONDecoder().decode([String: String].self, from: Data(peer.output.utf8))
    let run = try CommandRun([
      "gesture", folder.path("others"), "--recursive", "--model", folder.path("my.task"), "--json", "-", "--quiet",
    ])
    var ours: [String: String] = [:]
    for line in run.output.split(separator: "\n") {
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let gestures = try #require(object["gestures"] as? [[[String: Any]]])
      let file = try #require(object["file"] as? String)
      ours[file] = gestures.first?.first?["categoryName"] as? String ?? ""
    }
    #expect(ours == theirs)
    #expect(Set(theirs.values).isSuperset(of: ["four", "thumb", "none"]))
    print("MediaPipe gives the same class for all of \(theirs.count) images: \(Self.counts(theirs.values))")
  }

  private static func counts(_ names: some Sequence<String>) -> [String: Int] {
    names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private static let script = """
    import glob, json, sys
    import mediapipe as mp
    import numpy as np
    from mediapipe.tasks.python import vision, BaseOptions
    from PIL import Image

    options = vision.GestureRecognizerOptions(base_options=BaseOptions(model_asset_path=sys.argv[1]))
    results = {}
    with vision.GestureRecognizer.create_from_options(options) as recognizer:
        for path in sorted(glob.glob(sys.argv[2] + "/**/*.png", recursive=True)):
            pixels = np.asarray(Image.open(path).convert("RGB"))
            result = recognizer.recognize(mp.Image(image_format=mp.ImageFormat.SRGB, data=pixels))
            results[path] = result.gestures[0][0].category_name if result.gestures else ""
    print(json.dumps(results))
    """
}
