import TestSupport
import Testing
import VisionCore

@testable import LiteRTEngine
@testable import VisionModels

@Suite("Graphs of models")
struct ModelGraphTests {
  @Test("A constant that is read again and again comes to an end")
  func constants() throws {
    var sample = GraphSample.channels()
    sample.addConstant([2000], type: .int32, [UInt8](repeating: 0, count: 8000))
    let graph = try #require(try ModelGraph(sample.data))
    let index = Int32(sample.tensors.count - 1)
    #expect(try graph.integers(index)?.count == 2000)
    let error = #expect(throws: TasksError.self) { for _ in 0..<1000 { _ = try graph.integers(index) } }
    #expect(error?.message.contains("too often") == true)
  }
}
