import Foundation
import Testing
import VisionResults

@Suite("Comma-separated values")
struct CSVTests {
  @Test("Fields with commas, quotes or line ends are quoted")
  func quoting() {
    #expect(CSVLine.text(["a", "b c", ""]) == "a,b c,")
    #expect(CSVLine.text(["a,b", "say \"hi\"", "x\ny"]) == "\"a,b\",\"say \"\"hi\"\"\",\"x\ny\"")
    // A combining mark makes one character of the quotation mark and itself.
    #expect(CSVLine.text(["a\"\u{301},b"]) == "\"a\"\"\u{301},b\"")
    for separator in [",", "\"\"", "\r", "\n", "\r\n"] {
      #expect(CSVLine.text(["a\(separator)b".replacing("\"\"", with: "\"")]) == "\"a\(separator)b\"")
    }
  }

  @Test(
    "A text that a spreadsheet would run as a formula begins with an apostrophe; numbers stay",
    arguments: [
      ("=1+1.png", "'=1+1.png"), ("+1", "+1"), ("-0.25", "-0.25"), ("-x.jpg", "'-x.jpg"), ("@SUM(A1)", "'@SUM(A1)"),
      ("-1.5E-7", "-1.5E-7"), ("\t=1", "'\t=1"), ("=1,2", "\"'=1,2\""), ("a=b", "a=b"), ("", ""),
    ])
  func formulas(field: String, expected: String) { #expect(CSVLine.text([field]) == expected) }
}
