import Testing
import VisionCore
import VisionImaging

@testable import VisionMedia

@Suite("Labels in other scripts") struct OtherScriptsTests {
  private func canvas() throws -> ImageCanvas { try ImageCanvas(DrawingTests.flat(0, width: 200, height: 40)) }

  @Test("Latin text is Cairo's matter, all other text is Pango's")
  func latin() {
    for text in ["dog 0.76", "Ärger · Œuvre…", "“a” – b"] { #expect(OtherScripts.isLatin(text)) }
    for text in ["собака", "犬", "عربي", "हिन्दी", "cafe\u{301}", "🐕"] { #expect(!OtherScripts.isLatin(text)) }
  }

  @Test("Arabic letters are joined, so that a word is not as wide as its letters alone")
  func shaping() throws {
    let canvas = try canvas()
    let word = canvas.textWidth("عربي", size: 20)
    let letters = "عربي".map { canvas.textWidth(String($0), size: 20) }
    #expect(word > 0 && letters.allSatisfy { $0 > 0 })
    #expect(abs(letters.reduce(0, +) - word) > 2, "\(letters) and \(word)")
  }

  @Test("A word is drawn at its place, as wide as it was measured")
  func place() throws {
    let canvas = try canvas()
    let width = canvas.textWidth("собака", size: 20)
    canvas.drawText("собака", at: SIMD2(10, 30), size: 20, color: DrawingColor(red: 1, green: 1, blue: 1))
    let bytes = try canvas.finish().rgbBytes()
    let drawn = (0..<200).filter { x in (0..<40).contains { y in bytes[(y * 200 + x) * 3] > 100 } }
    #expect((9...14).contains(drawn.first ?? 0), "\(drawn)")
    #expect(abs(Double(drawn.last ?? 0) - (10 + width)) < 4, "\(drawn.last ?? 0), \(width)")
    // Letters stand on the baseline.
    let rows = (0..<40).filter { y in (0..<200).contains { x in bytes[(y * 200 + x) * 3] > 100 } }
    #expect((12...16).contains(rows.first ?? 0) && (29...31).contains(rows.last ?? 0), "\(rows)")
  }

  @Test("A label whose letters no font has is reported, once")
  func missingLetters() throws {
    let canvas = try canvas()
    for number in 0..<3 {
      canvas.drawText(
        "x\u{10FFFD} 0.\(number)", at: SIMD2(10, 30), size: 20, color: DrawingColor(red: 1, green: 1, blue: 1))
    }
    _ = try canvas.finish()
    let warnings = OtherScripts.takeWarnings().filter { $0.contains("\u{10FFFD}") }
    #expect(
      warnings.count == 1 && warnings.first?.hasPrefix("No installed font has all of the letters \u{10FFFD}") == true)
    #expect(!OtherScripts.takeWarnings().contains { $0.contains("\u{10FFFD}") })
  }

  @Test("Without Pango the error says what to install")
  func missingLibrary() {
    let error = #expect(throws: TasksError.self) { try OtherScripts.library.named("libpango-none.so.0").load() }
    #expect(error?.code == .notFoundError)
    #expect(error?.message.contains("install the package libpangocairo-1.0-0 (Debian, Ubuntu)") == true)
  }
}
