import Testing
import VisionCore

@Suite("Text without white space at its ends") struct TextTests {
  @Test(
    "Spaces, tabs and line ends of any script go, those inside stay",
    arguments: [
      ("", ""), (" \t\r\n", ""), ("  wine glass\t\r\n", "wine glass"), ("\u{3000}東 京\u{A0}", "東 京"),
      // A mark belongs to the space before it, and is text.
      (" \u{301}a", "\u{301}a"), ("\u{200B}a\u{FEFF}", "\u{200B}a\u{FEFF}"),
    ]) func ends(text: String, trimmed: String)
  {
    #expect(text.trimmed == trimmed)
    #expect("#\(text)#".dropFirst().dropLast().trimmed.unicodeScalars.elementsEqual(trimmed.unicodeScalars))
  }
}
