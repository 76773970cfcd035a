import Foundation
import TestSupport
import Testing

@testable import VisionCommand

@Suite("Words of the command line that are no commands")
struct CommandNamesTests {
  @Test(
    "An unknown command is named, with the closest one",
    arguments: [
      (["gestur", "x.jpg"], "did you mean \"gesture\"?"), (["help", "nope"], "commands are gesture"),
      (["batch", "detct", "a"], "vision batch has no command \"detct\"; did you mean \"detect\"?"),
      (["help", "models", "fetchh"], "did you mean \"fetch\"?"), (["x\u{1B}.jpg"], "\"x\\x1B.jpg\""),
      (["gestures", "x.jpg"], "commands are train. For inputs there is \"vision gesture\"."),
      (["models", "x"], "commands are list, fetch, assemble, info, path."),
    ])
  func unknown(arguments: [String], words: String) throws {
    let error = #expect(throws: (any Error).self) { try CommandNames.check(arguments) }
    #expect(Vision.message(for: try #require(error)).contains(words))
  }

  @Test(
    "Known commands, options and inputs pass",
    arguments: [
      [], ["--help"], ["help"], ["help", "batch", "detect"], ["gesture", "gestur"], ["batch", "merge", "x"], ["models"],
      ["--version"], ["batch", "merge"], ["worker", "check"],
    ])
  func known(arguments: [String]) throws { try CommandNames.check(arguments) }

  @Test("An option with nothing after its equals sign is refused: the next argument is no value of it")
  func emptyValues() throws {
    for arguments in [["face", "a.jpg", "--json=", "b.jpg"], ["batch", "face", "--num-faces=", "--out", "x"]] {
      let error = #expect(throws: (any Error).self) { try CommandNames.check(arguments) }
      #expect(Vision.message(for: try #require(error)).contains("= has no value; give one after the equals sign"))
    }
    try CommandNames.check(["face", "--json=x", "--", "--json="])
    try CommandNames.check(["face", "a=", "=", "--json=a="])
  }

  @Test("Options and what follows -- get no hint about dashes")
  func dashes() {
    #expect(CommandNames.dashHint(["detect", "-y.jpg", "--json"]) == nil)
    #expect(CommandNames.dashHint(["detect", "--", "-x.jpg"]) == nil)
  }

  @Test("Line breaks of arguments are escaped in messages, those of the message stay")
  func escaping() {
    #expect(CommandNames.escaped("no \u{1B}[2J\nfile\n", ["\u{1B}[2J\nfile"]) == "no \\x1B[2J\\x0Afile\n")
  }
}

@Suite("Usage errors, end to end", .needs(.command))
struct UsageErrorRunTests {
  @Test("A wrong command, also after help, ends with status 2; a file with a dash is explained")
  func statuses() throws {
    for arguments in [["gestur", "x.jpg"], ["help", "nope"]] {
      let run = try CommandRun(arguments)
      #expect(run.status == 2 && run.output == "" && run.errors.contains("has no command"))
    }
    let folder = try TemporaryFolder()
    try folder.write("x", "-x.jpg")
    let run = try CommandRun(
      ["detect", "-x.jpg"], launcher: ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path("")])
    #expect(run.status == 2 && run.errors.contains("write ./-x.jpg"), "\(run.errors)")
  }

  @Test("Control characters of arguments are escaped in messages")
  func controlCharacters() throws {
    for arguments in [["detect", "\u{1B}[2J.jpg"], ["detect", "a.jpg", "--mode", "\u{1B}]0;x\u{7}"], ["\u{1B}[31m"]] {
      let run = try CommandRun(arguments, environment: ["XDG_CACHE_HOME": "/nonexistent"])
      #expect(run.status != 0 && !run.errors.contains("\u{1B}") && !run.errors.contains("\u{7}"), "\(run.errors)")
    }
  }
}
