import Foundation
import Testing
import VisionTasks

@testable import VisionCommand

@Suite("Comma-separated values")
struct CSVTests {
  @Test("Fields with commas, quotes or line ends are quoted")
  func quoting() {
    #expect(CSVSink.row(["a", "b c", ""]) == "a,b c,")
    #expect(CSVSink.row(["a,b", "say \"hi\"", "x\ny"]) == "\"a,b\",\"say \"\"hi\"\"\",\"x\ny\"")
    // A combining mark makes one character of the quotation mark and itself.
    #expect(CSVSink.row(["a\"\u{301},b"]) == "\"a\"\"\u{301},b\"")
  }
}
