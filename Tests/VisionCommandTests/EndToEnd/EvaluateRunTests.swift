import Foundation
import TestSupport
import Testing
import VisionMedia

@Suite("vision evaluate, end to end", .needs(.command), .needs(.shared))
struct EvaluateRunTests {
  private struct Report: Decodable {
    struct Counts: Decodable {
      let images, failed, labels, results, unknown: Int
    }
    struct Case: Decodable {
      let file: String
      let loss: Double
    }
    struct Comparison: Decodable {
      struct Values: Decodable {
        let value, other, difference: Double?
      }
      struct Image: Decodable {
        let file: String
        let lossDifference: Double
      }
      let metrics: [String: Values]
      let changedImages: [Image]
    }

    let counts: Counts
    let metrics: [String: Double?]
    let worst: [Case]
    let unknownLabels: [String]
    let comparison: Comparison?
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["cat_720p.jpg", "pets.png", "three_people.png"] { try folder.copy(media: name, to: "images/\(name)") }
  }

  private func detector() throws -> [String] {
    ["--model", try CommandRun.model("efficientdet_lite0_int8.tflite"), "--score-threshold", "0.3"]
  }

  private func report(_ arguments: [String], status: Int32 = 0) throws -> Report {
    let run = try CommandRun(["evaluate"] + arguments + ["--json", "-", "--quiet"])
    #expect(run.status == status, "\(run.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
  }

  /// Labels in COCO's format, made of what the detector finds in the goldens' images.
  private func makeLabels() throws -> String {
    let labels = folder.path("labels.json")
    let run = try CommandRun(
      ["detect", folder.path("images"), "--coco", labels, "--json", folder.path("results.jsonl"), "--quiet"]
        + detector())
    #expect(run.status == 0, "\(run.errors)")
    // Names as a data set has them, in the folder of the images.
    let text = try folder.text("labels.json").replacing(folder.path("images") + "/", with: "")
    try folder.write(text, "labels.json")
    return labels
  }

  @Test("Detections that became labels have precision 1, by the model and by stored results")
  func ownDetections() throws {
    let labels = try makeLabels()
    let stored = folder.path("again.jsonl")
    let images = folder.path("images") + "/"
    // Of a command in the folder of the images, for labels with whole paths.
    try folder.write(folder.text("results.jsonl").replacing(images, with: "./"), "short.jsonl")
    try folder.write(
      folder.text("labels.json").replacing("\"file_name\":\"", with: "\"file_name\":\"\(images)"), "whole.json")
    let ways = [
      try report(["detect", labels, "--write-results", stored] + detector()),
      try report(["detect", labels, "--results", folder.path("results.jsonl")]),
      try report(["detect", labels, "--results", stored]),
      try report(["detect", folder.path("whole.json"), "--results", folder.path("short.jsonl")]),
    ]
    for report in ways {
      #expect(report.counts.images == 3 && report.counts.failed == 0)
      #expect(report.counts.labels > 3 && report.counts.results == report.counts.labels)
      for name in ["AP", "AP50", "AP75", "AP_large", "AR_100"] {
        #expect(try abs(#require(report.metrics[name] ?? nil) - 1) < 1e-9, "\(name)")
      }
      #expect(report.worst.isEmpty)
    }
  }

  @Test("Low scores count in precision and recall, unless a threshold is given, and are no errors of an image")
  func lowScores() throws {
    let labels = try makeLabels()
    let model = try ["--model", CommandRun.model("efficientdet_lite0_int8.tflite")]
    let (all, high) = (try report(["detect", labels] + model), try report(["detect", labels] + detector()))
    #expect(all.counts.results > 10 * high.counts.results)
    #expect(try #require(all.metrics["AP"] ?? nil) > 0.9)
    #expect(all.worst.isEmpty)
    let help = try CommandRun(["help", "evaluate", "detect"]).output
    #expect(help.contains("Minimum score of an object to report. (default: 0.01)"), "\(help)")
  }

  @Test("No output replaces a labelled image, and what cannot be written is told before any image is processed")
  func outputs() throws {
    let labels = try makeLabels()
    let image = folder.path("images/pets.png")
    let before = try folder.bytes("images/pets.png")
    for option in ["--json", "--page", "--write-results"] {
      let run = try CommandRun(["evaluate", "detect", labels, option, image, "--quiet"] + detector())
      #expect(run.status == 2 && run.errors.contains("over the input"), "\(run.errors)")
    }
    #expect(try folder.bytes("images/pets.png") == before)
    try folder.write("no image", "images/three_people.png")
    for (option, path) in [
      ("--json", folder.path("none/a.json")), ("--page", folder.path("none/a.html")),
      ("--compare", folder.path("none.jsonl")),
    ] {
      let run = try CommandRun(["evaluate", "detect", labels, option, path] + detector())
      #expect(run.status == 2 && !run.errors.contains("three_people.png"), "\(run.errors)")
    }
  }

  @Test("An output that cannot be written does not take the others: a sentence, and the status of a lost output")
  func lostOutputs() throws {
    let arguments = ["evaluate", "detect", try makeLabels()] + (try detector())
    let metrics = ["--json", folder.path("metrics.json")]
    let results = try CommandRun(arguments + ["--write-results", "/dev/full"] + metrics)
    #expect(results.status == 1 && results.output.contains("AP50"), "\(results.errors)")
    #expect(results.errors.contains("/dev/full cannot be written: No space left on device."), "\(results.errors)")
    #expect(!results.errors.contains("LostOutput") && !results.errors.contains("Usage"), "\(results.errors)")
    _ = try JSONDecoder().decode(Report.self, from: folder.bytes("metrics.json"))
    // The same with a reader that has enough.
    try FileManager.default.removeItem(atPath: folder.path("metrics.json"))
    let reader = ["/bin/bash", "-c", #""$@" | true; exit ${PIPESTATUS[0]}"#, "bash"]
    let piped = try CommandRun(arguments + ["--write-results", "-", "--quiet"] + metrics, launcher: reader)
    #expect(piped.status == 141 && piped.errors.isEmpty, "\(piped.errors)")
    _ = try JSONDecoder().decode(Report.self, from: folder.bytes("metrics.json"))
    let page = try CommandRun(arguments + ["--json", "/dev/full", "--page", folder.path("page.html"), "--quiet"])
    #expect(page.status == 1 && !page.errors.contains("Usage"), "\(page.errors)")
    #expect(try folder.text("page.html").hasSuffix("</html>\n"))
  }

  @Test("The points of faces in CVAT's format are no boxes")
  func skeletons() throws {
    let model = try ["--model", CommandRun.model("blaze_face_short_range.tflite")]
    let made = try CommandRun(
      ["face-detect", CommandRun.media("face_business.png"), "--cvat", folder.path("cvat"), "--quiet"] + model)
    #expect(made.status == 0, "\(made.errors)")
    let run = try CommandRun(
      ["evaluate", "face-detect", folder.path("cvat/images.xml"), "--images", folder.path("images")] + model)
    #expect(run.status == 2 && run.errors.contains("labels keypoints, but `vision evaluate face-detect` needs boxes"))
  }

  @Test(
    "Labels that were written for other tools are read back: the results have precision 1",
    arguments: [("coco", "labels.json", "labels.json"), ("yolo", "yolo", "yolo"), ("cvat", "cvat", "cvat/images.xml")],
    [["detect"], ["pose", "--num-poses", "3"], ["pose", "--num-poses", "3", "--keypoints", "coco"]])
  func written(labels: (format: String, output: String, input: String), task: [String]) throws {
    let model = try task[0] == "detect" ? detector() : ["--model", CommandRun.model("pose_landmarker_lite.task")]
    let (images, results) = (folder.path("images"), folder.path("results.jsonl"))
    let run = try CommandRun(
      task + [images, "--\(labels.format)", folder.path(labels.output), "--json", results, "--quiet"] + model)
    #expect(run.status == 0, "\(run.errors)")
    let report = try report([task[0], folder.path(labels.input), "--images", images, "--results", results])
    #expect(report.counts.images == 3 && report.counts.failed == 0 && report.counts.labels > 1)
    #expect(report.counts.labels == report.counts.results && report.unknownLabels.isEmpty)
    for name in ["AP", "AP50", "AP75"] {
      #expect(try abs(#require(report.metrics[name] ?? nil) - 1) < 1e-9, "\(name)")
    }
  }

  @Test("A missing image lowers the figures, is reported, and makes the status 1")
  func missingImage() throws {
    let labels = try makeLabels()
    try FileManager.default.removeItem(atPath: folder.path("images/pets.png"))
    try folder.write("no image", "images/three_people.png")
    let run = try CommandRun(["evaluate", "detect", labels] + detector())
    #expect(run.status == 1)
    #expect(run.errors.contains("pets.png: It does not exist, or is no regular file."), "\(run.errors)")
    #expect(run.errors.contains("three_people.png"), "\(run.errors)")
    #expect(run.output.contains("2 images without a result; what is labelled there counts as missed."), "\(run.output)")
    let report = try report(["detect", labels] + detector(), status: 1)
    #expect(report.counts.failed == 2)
    #expect(try #require(report.metrics["AP"] ?? nil) < 0.9)
  }

  @Test("Without a result of any image, older results stay, and there is no empty new file")
  func olderResults() throws {
    let labels = try makeLabels()
    try folder.makeFolder("empty")
    try folder.write("older\n", "older.jsonl")
    for name in ["older.jsonl", "new.jsonl"] {
      let run = try CommandRun(
        [
          "evaluate", "detect", labels, "--images", folder.path("empty"), "--write-results", folder.path(name),
          "--quiet",
        ]
          + detector())
      #expect(run.status == 1, "\(run.errors)")
    }
    #expect(try folder.text("older.jsonl") == "older\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("new.jsonl")))
  }

  @Test("Two options side by side: differences, changed images, and a page with both")
  func comparison() throws {
    let labels = try makeLabels()
    let page = folder.path("page.html")
    // With a higher threshold fewer objects are found.
    let report = try report(
      [
        "detect", labels, "--model", CommandRun.model("efficientdet_lite0_int8.tflite"), "--score-threshold", "0.6",
        "--compare", folder.path("results.jsonl"), "--page", page,
      ])
    let comparison = try #require(report.comparison)
    let change = try #require(comparison.metrics["AR_100"])
    #expect(try #require(change.difference) < 0 && change.other == 1)
    #expect(comparison.changedImages.allSatisfy { $0.lossDifference > 0 } && !comparison.changedImages.isEmpty)
    let html = try folder.text("page.html")
    #expect(html.contains("data:image/jpeg;base64,") && html.contains("Images that changed most"))
    #expect(!html.contains("<script"))
  }

  @Test("People as COCO's keypoints")
  func keypoints() throws {
    let results = folder.path("poses.jsonl")
    let arguments = ["--model", try CommandRun.model("pose_landmarker_lite.task"), "--num-poses", "3"]
    let run = try CommandRun(["pose", folder.path("images"), "--json", results, "--quiet"] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    let labels = try KeypointLabels(results: folder.text("poses.jsonl"), folder: folder.path("images")).json
    try folder.write(labels, "people.json")
    let report = try report(["pose", folder.path("people.json"), "--images", folder.path("images")] + arguments)
    #expect(report.counts.labels > 0)
    for name in ["AP", "AR", "PCK_0.05", "PCK_torso_0.2"] {
      #expect(try abs(#require(report.metrics[name] ?? nil) - 1) < 1e-9, "\(name)")
    }
  }

  @Test("Folders per class for gestures, with an image of no hand in none")
  func gestures() throws {
    try folder.copy(media: "thumb_up_teal.png", to: "gestures/Thumb_Up/a.png")
    try folder.copy(media: "pointing_up.png", to: "gestures/thumb up!/b.png")
    try folder.copy(media: "empty_flat.png", to: "gestures/none/c.png")
    let model = try CommandRun.model("gesture_recognizer.task")
    let run = try CommandRun(["evaluate", "gesture", folder.path("gestures"), "--model", model])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("top1            0.6667"), "\(run.output)")
    #expect(run.output.contains("thumb up! taken for Pointing_Up: 1"), "\(run.output)")
    #expect(run.output.contains("no class of the model: thumb up!"), "\(run.output)")
  }

  @Test("Tracks of a video are evaluated frame by frame")
  func video() throws {
    try folder.copy(media: "walkers_pan.mp4", to: "clip.mp4")
    try folder.write(
      """
      <annotations><version>1.1</version><meta><task><size>3</size><source>clip.mp4</source></task></meta>
      <track id="0" label="person"><box frame="0" outside="0" xtl="0" ytl="0" xbr="50" ybr="90"/></track></annotations>
      """, "tracks.xml")
    let report = try report(["detect", folder.path("tracks.xml")] + detector())
    #expect(report.counts.images == 3 && report.counts.failed == 0 && report.counts.labels == 3)
    #expect(report.worst.count == 3)
  }

  @Test(
    "Command lines that cannot be right are refused with status 2",
    arguments: [
      ["--results", "a.jsonl", "--write-results", "b.jsonl"], ["--results", "a.jsonl", "--model", "x"],
      ["--jobs", "0"], ["--worst", "-1"], ["--page", "labels.json"], ["--json", "same", "--page", "same"],
    ])
  func wrongUsage(_ arguments: [String]) throws {
    let labels = folder.path("labels.json")
    try folder.write(
      #"{"images": [{"id": 1, "file_name": "cat_720p.jpg"}], "annotations": [], "categories": []}"#, "labels.json")
    let paths = arguments.map { ["labels.json", "same"].contains($0) ? folder.path($0) : $0 }
    let model = arguments.contains("--results") ? [] : try detector()
    let run = try CommandRun(["evaluate", "detect", labels] + paths + model)
    #expect(run.status == 2, "\(run.errors)")
    #expect(try folder.text("labels.json").contains("cat_720p"))
  }

  @Test("Labels of another kind than the task's, and none at all, are refused with what is needed")
  func otherLabels() throws {
    try folder.copy(media: "pets.png", to: "classes/cat/a.png")
    let model = try CommandRun.model("pose_landmarker_lite.task")
    let run = try CommandRun(["evaluate", "pose", folder.path("classes"), "--model", model])
    #expect(run.status == 2)
    #expect(
      run.errors.contains("labels classes of images, but `vision evaluate pose` needs keypoints"), "\(run.errors)")
    let missing = try CommandRun(["evaluate", "detect", folder.path("nothing.json")])
    #expect(missing.status == 2 && missing.errors.contains("There is no readable file"), "\(missing.errors)")
  }
}

/// The people in lines of `vision pose --json` as COCO's labels.
private struct KeypointLabels {
  private static let landmarks = [0, 2, 5, 7, 8, 11, 12, 13, 14, 15, 16, 23, 24, 25, 26, 27, 28]

  let json: String

  init(results: String, folder: String) throws {
    struct Line: Decodable {
      let file: String
      let landmarks: [[[Double]]]
    }
    var images: [String] = []
    var annotations: [String] = []
    for (index, text) in results.split(separator: "\n").enumerated() {
      let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
      let image = try ImageFile.read(contentsOfFile: line.file)
      images.append(#"{"id": \#(index), "file_name": "\#(URL(filePath: line.file).lastPathComponent)"}"#)
      for person in line.landmarks {
        let points = Self.landmarks.map { person[$0] }
        let xs = points.map { $0[0] * Double(image.width) }
        let ys = points.map { $0[1] * Double(image.height) }
        let keypoints = zip(xs, ys).map { "\($0), \($1), 2" }.joined(separator: ", ")
        let box = [xs.min() ?? 0, ys.min() ?? 0, (xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0)]
        annotations.append(
          "{\"id\": \(annotations.count + 1), \"image_id\": \(index), \"category_id\": 1, \"iscrowd\": 0, \"bbox\": \(box), "
            + "\"keypoints\": [\(keypoints)], \"num_keypoints\": 17, \"area\": \(box[2] * box[3] * 0.5)}")
      }
    }
    json =
      "{\"images\": [\(images.joined(separator: ", "))], \"annotations\": [\(annotations.joined(separator: ", "))], "
      + "\"categories\": [{\"id\": 1, \"name\": \"person\"}]}"
  }
}
