import Foundation
import TestSupport
import Testing
import VisionCore

@testable import LiteRTEngine
@testable import VisionModels

@Suite(
  "Verification of the published models",
  .needs(.shared))
struct PublishedModelVerificationTests {
  /// Every model of a folder, those inside bundles too.
  private func models(in folder: URL) throws -> [(name: String, data: ModelData)] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".tflite") || $0.hasSuffix(".task") }
      .flatMap { try members(of: ModelData(contentsOfFile: folder.appendingPathComponent($0).path), name: $0) }
  }

  private func members(of data: ModelData, name: String) throws -> [(name: String, data: ModelData)] {
    if ParsedModel.isModel(data) { return [(name, data)] }
    let bundle = try TaskBundle(data)
    return try bundle.memberNames.filter { $0.hasSuffix(".tflite") || $0.hasSuffix(".task") }
      .flatMap { try members(of: bundle.member(named: $0), name: name + "/" + $0) }
  }

  @Test("Original and changed models pass with less than a quarter of the budget")
  func all() throws {
    let shared = try #require(SharedFolder.url)
    var count = 0
    for folder in ["models", "prototype/models"].map({ shared.appending(path: $0) })
    where FileManager.default.fileExists(atPath: folder.path) {
      for (name, data) in try models(in: folder) {
        count += 1
        let budget = try ModelVerifier().verify(data)
        #expect(budget.bytes < ModelBudget.byteLimit / 4 && budget.work < ModelBudget.workLimit / 50, "\(name)")
        let simple = try ParsedModel(ParsedModel(data).simplified())
        let blocks = try simple.fusedConvolutions()
        let changes = GraphChanges(
          customOperators: blocks.map(\.use), denseWeights: try simple.denseWeights(except: blocks.map(\.use)))
        let changed = try simple.eliminatingDeadOutputs(keeping: Array(simple.outputs.indices), applying: changes)
        let signatures = Dictionary(
          uniqueKeysWithValues: blocks.map { ($0.use.name, CustomOperatorSignature(FusedRun(blocks: [$0.block]))) })
        #expect(throws: Never.self, "\(name)") { try ModelVerifier(customOperators: signatures).verify(changed) }
      }
    }
    #expect(count >= 29)
  }
}
