import Foundation
import TestSupport
import Testing
import VisionCatalog
import VisionCore

@testable import VisionCommand

@Suite("What vision doctor reports")
struct DoctorTests {
  private func report(
    libraries: [LibraryUse] = [], openEngine: () throws -> String = { "/somewhere/libLiteRt.so" }
  ) throws -> DoctorReport {
    let folder = try TemporaryFolder()
    let catalog = ModelCatalog(
      entries: CatalogEntry.models, cache: CacheFolder(root: folder.url))
    return DoctorReport(catalog: catalog, libraries: libraries, openEngine: openEngine)
  }

  @Test("A missing library has the sentence that says what to install; the others are found all the same")
  func missingLibrary() throws {
    let report = try report(libraries: [
      LibraryUse("libheif", for: "HEIC and AVIF images") { throw TasksError.notFound("install the package libheif1") },
      LibraryUse("Cairo", for: "drawing") {},
    ])
    #expect(report.libraries.map(\.isFound) == [false, true])
    #expect(report.libraries[0].note == "install the package libheif1")
    #expect(report.text.contains("  libheif  missing  HEIC and AVIF images\n      install the package libheif1"))
    #expect(report.text.contains("  Cairo    found    drawing"))
    #expect(!report.text.contains("LiteRT and all libraries are installed."))
  }

  @Test("Without LiteRT the report is whole and says so")
  func missingEngine() throws {
    let report = try report { throw TasksError.notFound("run scripts/setup") }
    #expect(!report.engine.isFound)
    #expect(report.engine.note == "run scripts/setup")
  }

  @Test("Models that are not in the cache have the command that fetches them")
  func models() throws {
    let report = try report()
    #expect(report.models.map(\.name) == CatalogEntry.models.map(\.name))
    for model in report.models {
      let command = model.name == "holistic_landmarker" ? "assemble holistic" : "fetch \(model.name)"
      #expect(!model.isFound && model.note?.hasSuffix("vision models \(command)") == true, "\(model.name)")
    }
    // No address has this one.
    let unpublished = report.models.first { $0.name == "ssd_mobilenet_v1_coco" }
    #expect(unpublished?.note == "VISION_MODELS_MIRROR=FOLDER vision models fetch ssd_mobilenet_v1_coco")
    #expect(report.models.first?.note == "vision models fetch gesture_recognizer")
    #expect(report.text.hasSuffix("LiteRT and all libraries are installed."))
  }

  @Test("What the process may use of the machine is said, as a container limits it")
  func resources() throws {
    let report = try report()
    #expect(report.machine.cores == ProcessResources.current.processors)
    #expect(report.text.contains("may use \(ProcessResources.current.text), \(report.descriptors) open files\n"))
  }

  @Test("JSON has the same facts")
  func json() throws {
    let report = try report()
    #expect(try JSONDecoder().decode(DoctorReport.self, from: Data(JSONText.pretty(report))) == report)
  }
}
