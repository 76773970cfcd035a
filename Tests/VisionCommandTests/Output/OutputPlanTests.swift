import Foundation
import TestSupport
import Testing
import VisionTasks

@testable import VisionCommand

/// Nothing is opened here: what would destroy something is refused before.
@Suite("Outputs that would destroy something")
struct OutputPlanTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["in/a.png", "in/b.png", "in/a.jpg", "A/a.png", "B/a.png", "B/c/a.png", "model.tflite", "old.jsonl"] {
      try folder.write(name, name)
    }
    try folder.link("soft.png", to: "in/a.png")
    try folder.link("in-link", to: "in")
    try folder.hardLink("hard.png", to: "in/a.png")
  }

  /// The message of the refusal; nil when the outputs are allowed. All names are in the test's folder.
  private func refusal(
    of inputs: [String], json: String? = nil, csv: String? = nil, coco: String? = nil, annotate: String? = nil,
    masks: String? = nil, yolo: String? = nil, cvat: String? = nil, cutout: String? = nil, background: String? = nil
  ) -> String? {
    func path(_ name: String) -> String { name == "-" || name.hasPrefix("/") ? name : folder.path("") + "/" + name }
    let arguments = inputs.map(path)
    var request = OutputRequest(
      json: json.map(path), csv: csv.map(path),
      labels: [.coco: coco, .yolo: yolo, .cvat: cvat].compactMapValues { $0.map(path) }, annotate: annotate.map(path),
      masks: masks.map(path))
    do {
      if let cutout {
        request.cutout = try CutoutRequest(path: path(cutout), background: background, classes: nil)
      }
      // Files that are no images would be left out of a folder here.
      let sources = arguments.flatMap { argument -> [InputList.Source] in
        guard FilePlace(path: argument).kind == .folder else { return InputList([argument]).sources }
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: argument)) ?? []
        return names.sorted().map { .file(argument + "/" + $0) }.filter {
          FilePlace(path: $0.description).kind == .regular
        }
      }
      _ = try OutputPlan(
        request, arguments: arguments, sources: sources, areSeveral: InputList.areSeveral(arguments),
        models: [folder.path("model.tflite")])
      return nil
    } catch {
      #expect(error.code == .invalidArgumentError)
      return error.message
    }
  }

  @Test("Cutouts in a folder clash by the names that they have: with alpha only PNGs keep theirs")
  func cutouts() throws {
    for name in ["in/a.jpg.png", "out/x"] { try folder.write(name, name) }
    #expect(refusal(of: ["in/a.jpg", "in/a.jpg.png"], cutout: "out")?.contains("would both write") == true)
    #expect(refusal(of: ["in/a.jpg", "in/a.jpg.png"], cutout: "out", background: "blur") == nil)
    #expect(refusal(of: ["in/a.jpg", "in/b.png"], annotate: "out", cutout: "out")?.contains("b.png") == true)
    #expect(refusal(of: ["in/a.jpg"], annotate: "out/", cutout: "out/") == nil)
    #expect(refusal(of: ["in"], cutout: "in")?.contains("over the input") == true)
  }

  @Test("A folder named - is refused, since it is standard output elsewhere")
  func dash() {
    #expect(
      refusal(of: ["in/a.png"], masks: "-")?.contains("--segmentation-masks names \"-\"; it takes a folder.") == true)
  }

  @Test(
    "A file of results that is an input, under whatever name",
    arguments: ["in/a.png", "soft.png", "hard.png", "in-link/a.png", "in/../in/a.png"])
  func inputs(name: String) {
    for inputs in [["in/a.png"], ["in"], ["in/*.png"], ["soft.png"], ["hard.png", "in/b.png"]] {
      #expect(refusal(of: inputs, json: name)?.contains("over the input") == true)
      #expect(refusal(of: inputs, csv: name)?.contains("over the input") == true)
      #expect(refusal(of: inputs, coco: name)?.contains("over the input") == true)
    }
    #expect(refusal(of: ["in/a.png"], annotate: name)?.contains("over the input") == true)
    #expect(refusal(of: ["in/b.png"], annotate: name) == nil)
  }

  @Test("A model is no output either")
  func models() {
    #expect(refusal(of: ["in/a.png"], json: "model.tflite")?.contains("over the model") == true)
  }

  @Test("Two outputs that are one file")
  func pairs() throws {
    try folder.link("other.jsonl", to: "old.jsonl")
    try folder.hardLink("third.jsonl", to: "old.jsonl")
    try folder.link("dangling", to: "new")
    let same = [
      ("-", "-"), ("-", "/dev/stdout"), ("/dev/fd/1", "-"), ("new", "new"), ("new", "./new"), ("new", "dangling"),
      ("old.jsonl", "other.jsonl"), ("old.jsonl", "third.jsonl"),
    ]
    for (a, b) in same {
      #expect(refusal(of: ["in/a.png"], json: a, csv: b)?.contains("--json") == true, "\(a) \(b)")
      #expect(refusal(of: ["in/a.png"], csv: a, coco: b)?.contains("--csv") == true, "\(a) \(b)")
      #expect(refusal(of: ["in/a.png"], json: a, coco: b)?.contains("--coco") == true, "\(a) \(b)")
    }
    #expect(refusal(of: ["in/a.png"], json: "x.png", annotate: "x.png") != nil)
    #expect(refusal(of: ["in"], json: "out/a.png", annotate: "out") != nil)
    #expect(refusal(of: ["in/a.png"], json: "masks/a.png.0.png", masks: "masks") != nil)
    #expect(refusal(of: ["in/a.png"], json: "/dev/null", csv: "/dev/null") == nil)
    #expect(refusal(of: ["in/a.png"], json: "a", csv: "b", coco: "c", annotate: "d.png", masks: "d") == nil)
  }

  @Test("Labels of two images in one file, over an input, and in a folder that is an input")
  func labels() throws {
    #expect(refusal(of: ["in"], yolo: "out")?.contains("labels/a.txt") == true)
    #expect(refusal(of: ["in"], yolo: "out")?.contains("rename one of these inputs") == true)
    #expect(refusal(of: ["in/a.png", "in/b.png", "B/a.png"], yolo: "out") == nil)
    #expect(refusal(of: ["in/a.png", "in/a.png"], yolo: "out", cvat: "out") == nil)
    #expect(
      refusal(of: ["in"], cvat: "out") == nil && refusal(of: ["in"], cvat: "in")?.contains("also an input") == true)
    #expect(
      refusal(of: ["in/a.png"], yolo: "-") != nil && refusal(of: ["in/a.png"], json: "o/labels/a.txt", yolo: "o") != nil
    )
  }

  @Test("A folder of results that holds the inputs")
  func folders() throws {
    #expect(refusal(of: ["in"], annotate: "in") != nil)
    #expect(refusal(of: ["in"], annotate: "in-link") != nil)
    #expect(refusal(of: ["in/*.png"], annotate: "in") != nil)
    #expect(refusal(of: ["in/*.png"], annotate: "none/../in") != nil)
    #expect(refusal(of: ["in/a.png"], annotate: "in") != nil)
    #expect(refusal(of: ["in"], masks: "in") != nil)
    // Nothing is overwritten there.
    #expect(refusal(of: ["in/a.png"], masks: "in") == nil)
    try folder.write("", "in/clip.mov")
    #expect(refusal(of: ["in/clip.mov"], annotate: "in") == nil)
    try folder.write("", "in/a.png.0.png")
    #expect(refusal(of: ["in/a.png", "in/a.png.0.png"], masks: "in") != nil)
  }

  @Test("Inputs whose files would have one name")
  func collisions() throws {
    try folder.write("", "in/c.webp")
    try folder.write("", "in/c.webp.png")
    // A still image, so that its name is known.
    let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0, 0, 0, 0, 0])
    try folder.write(png, "in/d.jpg")
    try folder.write(png, "in/d.jpg.mp4")
    for (name, riff) in [("in/c.webp", "RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\0")] { try folder.write(riff, name) }
    try folder.write(png, "in/c.webp.png")
    #expect(refusal(of: ["in/c.webp", "in/c.webp.png"], annotate: "out")?.contains("c.webp.png") == true)
    #expect(refusal(of: ["in/d.jpg", "in/d.jpg.mp4"], annotate: "out") == nil)
    #expect(refusal(of: ["in/a.png", "in/a.jpg", "A/a.png", "B"], annotate: "out", masks: "masks") == nil)
    #expect(refusal(of: ["in/a.png", "in/a.png"], annotate: "out", masks: "masks") == nil, "one file of an input")
    try folder.write("", "in/v.mp4")
    try folder.write("", "in/v.mp4.000001")
    #expect(refusal(of: ["in/v.mp4", "in/v.mp4.000001"], masks: "masks")?.contains("names") == true)
  }

  @Test("Several inputs need a folder; a folder counts as several, whatever it holds")
  func severalInputs() throws {
    #expect(refusal(of: ["A/a.png", "B/a.png"], annotate: "x.png")?.contains("need a folder") == true)
    #expect(refusal(of: ["A/a.png", "B/a.png"], annotate: "x.mov")?.contains("need a folder") == true)
    #expect(refusal(of: ["A"], annotate: "x.png")?.contains("need a folder") == true)
    #expect(refusal(of: ["A/*"], annotate: "x.png")?.contains("need a folder") == true)
    #expect(refusal(of: ["A/a.png", "B/a.png"], annotate: "old.jsonl")?.contains("need a folder") == true)
    #expect(refusal(of: ["A"], annotate: "new") == nil)
    #expect(refusal(of: ["A/a.png"], annotate: "new")?.contains("allowed are") == true)
    #expect(refusal(of: ["A/a.png"], annotate: "new/") == nil)
    #expect(refusal(of: ["A/a.png"], annotate: "new.png") == nil)
    #expect(refusal(of: ["A", "B"], annotate: "new.png/") == nil)
    try folder.makeFolder("there.png")
    #expect(refusal(of: ["A", "B"], annotate: "there.png") == nil)
    #expect(refusal(of: ["A", "B"], annotate: "-") != nil)
  }

  private func names(_ inputs: String...) -> [String] { names(given: inputs.map { folder.path($0) }) }

  private func names(given arguments: [String]) -> [String] {
    let sources = arguments.map { InputList.Source.file($0) }
    let names = OutputNames(arguments: arguments, sources: sources)
    return sources.map { names.name(of: $0) }
  }

  @Test("Files keep their folders' structure below the common one")
  func structure() {
    #expect(names("A/a.png") == ["a.png"])
    #expect(names("A/a.png", "A/b.png") == ["a.png", "b.png"])
    #expect(names("A/a.png", "B/a.png") == ["A/a.png", "B/a.png"])
    #expect(names("B/a.png", "B/c/a.png") == ["a.png", "c/a.png"])
    #expect(names("A/../B/a.png", "./B/c/a.png") == ["a.png", "c/a.png"])
    #expect(names(given: ["A/../a.png", "b.png", "./~/c.png"]) == ["a.png", "b.png", "~/c.png"])
    let root = folder.path("B")
    let deep = OutputNames(arguments: [root], sources: [.file(root + "/c/a.png")])
    #expect(deep.name(of: .file(root + "/c/a.png")) == "c/a.png", "below the folder that was given")
    #expect(deep.name(of: .standardInput) == "standard-input")
  }

  @Test("Drawings have their inputs' names, with an ending that is written")
  func drawings() {
    #expect(AnnotationNames.name(for: "x/a.jpg", isVideo: false) == "x/a.jpg")
    #expect(AnnotationNames.name(for: "a.webp", isVideo: false) == "a.webp.png")
    #expect(AnnotationNames.name(for: "a.mov", isVideo: true) == "a.mov.mp4")
    #expect(AnnotationNames.name(for: "a.MP4", isVideo: true) == "a.MP4")
  }

  @Test("Masks' names lead back to their inputs")
  func masks() {
    #expect(MaskNames.name(for: "x/a.png", frame: nil, mask: "2") == "x/a.png.2.png")
    #expect(MaskNames.name(for: "v.mp4", frame: 7, mask: "0") == "v.mp4.000007.0.png")
    #expect(MaskNames.name(for: "v.mp4", frame: 7, mask: "category") == "v.mp4.000007.category.png")
    #expect(MaskNames.inputs(ofMask: "v.mp4.000007.category.png") == ["v.mp4", "v.mp4.000007"])
    #expect(MaskNames.inputs(ofMask: "x/a.png.2.png") == ["x/a.png"])
    #expect(MaskNames.inputs(ofMask: "v.mp4.000007.0.png") == ["v.mp4", "v.mp4.000007"])
    #expect(MaskNames.inputs(ofMask: "a.png") == [])
  }

  @Test("Names in the two Unicode forms are two files where the file system has two")
  func unicodeForms() throws {
    let (composed, decomposed) = ("caf\u{E9}.jpg", "cafe\u{301}.jpg")
    for name in [composed, decomposed] { try folder.write(name, "forms/" + name) }
    try #require(FileManager.default.contentsOfDirectory(atPath: folder.path("forms")).count == 2)
    #expect(refusal(of: ["forms"], annotate: "out/", masks: "masks") == nil)
    #expect(refusal(of: ["forms"], json: composed, csv: decomposed) == nil)
    for name in ["\u{E9}", "e\u{301}"] { try folder.write(name, "folders/\(name)/a.png") }
    #expect(refusal(of: ["folders/\u{E9}/a.png", "folders/e\u{301}/a.png"], annotate: "out/") == nil)
  }
}
