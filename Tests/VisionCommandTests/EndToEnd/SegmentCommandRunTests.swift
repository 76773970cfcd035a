import Foundation
import TestSupport
import Testing
import VisionMedia
import VisionTasks

@Suite("vision segment, end to end", .needs(.command), .needs(.shared))
struct SegmentCommandRunTests {
  private struct Line: Decodable {
    struct MaskFile: Decodable {
      let file: String
      let width: Int
      let height: Int
    }

    struct Segment: Decodable {
      let index: Int
      let categoryName: String
      let score: Float
    }

    let segments: [Segment]
    let categoryMask: MaskFile?
    let confidenceMasks: [MaskFile]?
  }

  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("segments-\(UUID().uuidString)")

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Runs the command in a folder that is removed afterwards.
  private func inFolder(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body()
  }

  private func run(_ arguments: [String], model: String = "selfie_segmenter.tflite") throws -> CommandRun {
    try CommandRun(["segment"] + arguments + ["--model", CommandRun.model(model)])
  }

  @Test("Shares as text and JSON, a palette PNG, gray PNGs of each class, and a picture with a legend")
  func masks() throws {
    try inFolder {
      let text = try run([CommandRun.media("thing_cats_dogs.png")], model: "deeplab_v3.tflite")
      #expect(text.output.hasPrefix("ImageSegmenterResult:\n  Segments:\n      "))
      #expect(text.output.contains("dog  ") && !text.output.contains("ConfidenceMasks"))
      let made = try run(
        [
          CommandRun.media("thing_cats_dogs.png"), "--confidence-masks", "--segmentation-masks", path("masks"),
          "--json",
          "-", "--annotate", path("drawn.png"),
        ], model: "deeplab_v3.tflite")
      #expect(made.status == 0 && made.errors == "")
      let line = try JSONDecoder().decode(Line.self, from: Data(made.output.utf8))
      #expect(line.segments.map(\.categoryName).contains("dog"))
      #expect(abs(line.segments.reduce(0) { $0 + $1.score } - 1) < 1e-3)
      #expect(line.confidenceMasks?.count == 21)
      let category = try #require(line.categoryMask)
      #expect(category.file == "thing_cats_dogs.png.category.png")
      let bytes = try Data(contentsOf: folder.appendingPathComponent("masks/\(category.file)"))
      // The header's colour type is that of a palette, and class 12, the dog, has VOC's colour.
      #expect(bytes[25] == 3)
      let picture = try ImageFile.read(contentsOfFile: path("masks/\(category.file)"))
      #expect(picture.width == category.width && picture.height == category.height)
      let pixels = picture.withUnsafeBytes { Array($0) }
      let step = picture.format.bytesPerPixel
      let colors = Set(stride(from: 0, to: pixels.count - 2, by: step).map { Array(pixels[$0..<$0 + 3]) })
      #expect(colors.contains([0, 0, 0]) && colors.contains([64, 0, 128]))
      let dog = try ImageFile.read(contentsOfFile: path("masks/thing_cats_dogs.png.12.png"))
      #expect(dog.format == .gray && dog.withUnsafeBytes { $0.contains { $0 > 100 } })
      #expect(try ImageFile.read(contentsOfFile: path("drawn.png")).width == category.width)
    }
  }

  @Test("Cutouts: PNGs with alpha, other backgrounds for images and videos, classes to keep")
  func cutouts() throws {
    try inFolder {
      let image = try CommandRun.media("face_business.png")
      #expect(try run([image, "--cutout", path("cut.png")]).status == 0)
      let cut = try ImageFile.read(contentsOfFile: path("cut.png"))
      #expect(cut.format == .rgba)
      let alphas = cut.withUnsafeBytes { bytes in Set(stride(from: 3, to: bytes.count, by: 4).map { bytes[$0] }) }
      #expect(alphas.contains(0) && alphas.contains { $0 > 250 } && alphas.count > 10)
      for background in ["blur", "green", "#102030", image] {
        #expect(try run([image, "--cutout", path("b.jpg"), "--background", background]).status == 0)
        #expect(try ImageFile.read(contentsOfFile: path("b.jpg")).width == cut.width)
      }
      let dogs = try run(
        [
          CommandRun.media("thing_cats_dogs.png"), image, "--cutout", path("kept") + "/", "--keep", "dog",
        ], model: "deeplab_v3.tflite")
      #expect(dogs.status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: path("kept")).sorted()
      #expect(names == ["face_business.png", "thing_cats_dogs.png"])
      let video = try run([
        CommandRun.media("face_pan.mp4"), "--cutout", path("v.mp4"), "--background", "blur", "--max-frames", "6",
      ])
      #expect(video.status == 0, "\(video.errors)")
      #expect(try VideoReader(contentsOfFile: path("v.mp4")).width > 0)
    }
  }

  @Test("A class to keep that the model does not know is named, since the picture would be empty without a word")
  func unknownClasses() throws {
    try inFolder {
      let image = try CommandRun.media("thing_cats_dogs.png")
      let close = try run([image, "--cutout", path("a.png"), "--keep", "dig,cat"], model: "deeplab_v3.tflite")
      #expect(close.status == 0)
      #expect(close.errors == "Warning: --keep: the model does not know \"dig\"; did you mean \"dog\"?\n")
      let other = try run([image, "--cutout", path("b.png"), "--keep", "person"])
      #expect(other.errors == "Warning: --keep: the model does not know \"person\"; its classes are selfie.\n")
      let sample = path("without-names.tflite")
      try Data(PointSample().bytes).write(to: URL(filePath: sample))
      let nameless = try CommandRun(
        ["segment-point", image, "--model", sample, "--cutout", path("c.png"), "--keep", "dog"])
      #expect(nameless.status == 3 && nameless.errors.contains("--keep names classes"), "\(nameless)")
    }
  }

  @Test("What cannot be cut out is an error that says what to do")
  func refusals() throws {
    try inFolder {
      let image = try CommandRun.media("face_business.png")
      func refused(_ arguments: [String], _ text: String, status: Int32 = 2) throws {
        let made = try run(arguments)
        #expect(made.status == status && made.errors.contains(text), "\(arguments): \(made.status) \(made.errors)")
      }
      try refused([image, "--cutout", path("a.jpg")], "--background")
      try refused([image, "--background", "blur"], "needs --cutout")
      try refused([image, "--cutout", path("a.png"), "--background", "#12"], "six digits")
      try refused([image, "--cutout", path("a.png"), "--background", path("none.png")], "It takes blur")
      try refused([image, "--cutout", path("a.png"), "--background", path("a.png")], "over the background")
      try refused([image, "--no-category-mask"], "are both off, so nothing is left to find; add --confidence-masks.")
      try refused([CommandRun.media("face_pan.mp4"), "--cutout", path("x") + "/"], "needs --background", status: 1)
    }
  }
}
