import Foundation
import TestSupport
import Testing

@Suite("What tests share")
struct SupportTests {
  @Test("The checkout is the package's, with the core of goldens and its media")
  func checkout() throws {
    #expect(FileManager.default.fileExists(atPath: Checkout.file("Package.swift").path))
    struct Golden: Decodable {
      let media: String
    }
    let names = try GoldenFolder.core.names()
    #expect(!names.isEmpty && names.allSatisfy { $0.hasSuffix(".json") })
    #expect(try GoldenFolder.core.names(containing: ".pose-") == names.filter { $0.contains(".pose-") })
    for name in names {
      let media = try GoldenFolder.core.decode(Golden.self, from: name).media
      #expect(FileManager.default.fileExists(atPath: GoldenFolder.core.media(media)), "\(name)")
    }
  }

  /// Runs `scripts/ci/test-data` with a program that fetches models.
  private func assemble(_ program: String, in folder: TemporaryFolder) throws -> URL {
    let target = folder.url.appending(path: "test data")
    let process = Process()
    process.executableURL = SystemCommand.python
    process.arguments = [Checkout.file("scripts/ci/test-data").path, program, target.path]
    let variables = ["XDG_CACHE_HOME": folder.path("cache"), "VISION_MODELS_MIRROR": try SharedFolder.path("models")]
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return target
  }

  @Test("What scripts/test puts together are the bytes of `shared`", .needs(.unpublished), .needs(.command))
  func testData() throws {
    let folder = try TemporaryFolder()
    let target = try assemble(try #require(BuiltProgram.vision).path, in: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: target.path).filter { name in
      name.hasSuffix(".json") || name.hasPrefix("m") && name.contains(".") || name.hasSuffix(".tflite")
    }
    #expect(names.count > 640)
    // The published hands in the place of equal ones; see Tests/Goldens/ATTRIBUTION.md.
    for name in names where name != "models/gesture_recognizer_with_custom_gestures.task" {
      let path = try SharedFolder.path(name)
      #expect(FileManager.default.contentsEqual(atPath: target.appending(path: name).path, andPath: path), "\(name)")
    }
    #expect(names.count { $0.hasPrefix("models/") } == 18)
  }

  @Test("Without the network the results and media are there and the models are not", .needs(.shared))
  func noModels() throws {
    let folder = try TemporaryFolder()
    let target = try assemble("/bin/false", in: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: target.path)
    #expect(names.contains("media/thumb_up_teal.png") && names.contains("golden/thumb_up_teal.gesture_n2.json"))
    #expect(!names.contains("models/gesture_recognizer.task"))
  }

  @Test("A seed gives the generator's published numbers")
  func generator() {
    var random = SeededGenerator(seed: 0)
    #expect([random.next(), random.next()] == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4])
  }

  @Test("A folder is there while somebody has it")
  func folder() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(folder).write("text", "a/b.txt")
    #expect(try folder?.listing() == ["a/", "a/b.txt"])
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
