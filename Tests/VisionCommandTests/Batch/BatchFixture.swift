import Foundation
import TestSupport
import Testing
import VisionMedia
import VisionTasks

@testable import VisionCommand

/// A folder of small images, all different, and runs of `vision batch` over them with a fast task.
final class BatchFixture: Sendable {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The bytes of the image with a number: rectangles of seeded colours.
  static func image(_ number: Int) throws -> Data {
    var random = SeededGenerator(seed: UInt64(number))
    let (width, height) = (48, 32)
    let colors: [[UInt8]] = (0..<6).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } }
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { pixels += colors[x / 16 + 3 * (y / 16)] }
    }
    return try ImageFile.encode(ImageBuffer(copying: pixels, width: width, height: height, format: .rgb), as: .png)
  }

  /// Writes images with the numbers of a range to the folder `in`.
  func writeImages(_ numbers: Range<Int>) throws {
    for number in numbers {
      let file = try folder.write(Self.image(number), "in/\(1000 + number).png")
      // The same time whenever it is written, since a batch compares it.
      let time = Date(timeIntervalSince1970: 1_700_000_000)
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file)
    }
  }

  func path(_ name: String) -> String { folder.path(name) }

  /// The command line of a batch.
  static func arguments(_ arguments: [String], task: String = "classify") throws -> [String] {
    let model = task == "classify" ? "efficientnet_lite0_int8.tflite" : "ssd_mobilenet_v1_coco_quant.tflite"
    return try ["batch", task] + arguments + ["--model", CommandRun.model(model)]
      + (task == "classify" ? ["--max-results", "2"] : [])
  }

  /// Runs a batch.
  func run(
    _ arguments: [String], task: String = "classify", input: String? = nil, environment: [String: String] = [:]
  ) throws -> CommandRun {
    try CommandRun(Self.arguments(arguments, task: task), input: input, environment: environment)
  }

  /// Runs a batch over the folder `in` into another folder, and expects success.
  func runDone(out: String, _ further: [String] = [], input: [String]? = nil) throws {
    let run = try run((input ?? [path("in")]) + ["--out", path(out), "--quiet"] + further)
    #expect(run.status == 0, "\(run.errors)")
  }

  /// Joins folders.
  func merge(_ names: [String], out: String) throws -> CommandRun {
    try CommandRun(["batch", "merge"] + names.map(path) + ["--out", path(out)])
  }

  /// All files below a folder, hidden ones too, by their names.
  func files(_ name: String) throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path(name))
    return try names.reduce(into: [:]) { files, file in
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path(name) + "/" + file, isDirectory: &isFolder), !isFolder.boolValue
      else { return }
      files[file] = try folder.bytes(name + "/" + file)
    }
  }

  /// The lines of the files whose names begin with a text, in their order.
  func lines(_ name: String, _ start: String = "part-") throws -> [String] {
    try files(name).filter { $0.key.hasPrefix(start) }.sorted { $0.key < $1.key }
      .flatMap { String(decoding: $0.value, as: UTF8.self).split(separator: "\n").map(String.init) }
  }
}

/// A line of a part or of `errors.jsonl`, as far as the tests read it.
struct BatchLine: Decodable {
  let number: Int
  let file: String?
  let frame: Int?
  let path: String?
  let code: Int?
  let reason: String?

  init(_ text: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }
}
