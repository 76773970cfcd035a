import TestSupport
import Testing

@Suite("VISION_CPU_FEATURES", .needs(.command))
struct ProcessorLimitTests {
  private func processor(_ value: String) throws -> (line: String, errors: String) {
    let run = try CommandRun(["doctor"], environment: ["VISION_CPU_FEATURES": value])
    let lines = run.output.split(separator: "\n")
    return (try String(#require(lines.dropFirst().first)), run.errors)
  }

  @Test("Empty, it limits nothing and nothing is said")
  func empty() throws {
    #expect(try processor("").errors.isEmpty)
  }

  @Test("baseline leaves the instructions that every processor has")
  func baseline() throws {
    let limited = try processor("baseline")
    #expect(limited.errors.isEmpty)
    #expect(!limited.line.contains("AVX") && !limited.line.contains("dot product"), "\(limited.line)")
  }

  @Test("The values of processors with AVX-512 or AVX2 leave AMX out")
  func matrices() throws {
    for value in ["avx512_fp16", "avx512_bf16", "avx512", "avx2"] {
      let limited = try processor(value)
      #expect(limited.errors.isEmpty)
      #expect(!limited.line.contains("AMX"), "\(limited.line)")
    }
  }

  @Test("An unknown value is reported once with the allowed ones, and ignored")
  func unknown() throws {
    let (unlimited, unknown) = (try processor(""), try processor("none"))
    #expect(unknown.line == unlimited.line)
    #expect(unknown.errors.hasPrefix("VISION_CPU_FEATURES is \"none\"; allowed are "))
    #expect(unknown.errors.hasSuffix(" baseline. It is ignored.\n"))
    #expect(unknown.errors.split(separator: "\n").count == 1)
  }
}
