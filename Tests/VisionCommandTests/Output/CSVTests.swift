import Foundation
import MediaPipeTasksVision
import Testing

@testable import VisionCommand

@Suite("Comma-separated values")
struct CSVTests {
  @Test("Fields with commas, quotes or line ends are quoted")
  func quoting() {
    #expect(CSVSink.row(["a", "b c", ""]) == "a,b c,")
    #expect(CSVSink.row(["a,b", "say \"hi\"", "x\ny"]) == "\"a,b\",\"say \"\"hi\"\"\",\"x\ny\"")
  }
}
