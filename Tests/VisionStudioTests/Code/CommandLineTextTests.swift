import Foundation
import Testing

@testable import VisionStudio

@Suite("The command line that the page shows")
struct CommandLineTextTests {
  @Test("A video with settings and a model of one's own")
  func video() throws {
    let settings = try StudioSettings(
      task: .pose, model: "pose_landmarker_full",
      values: [.numPoses: .number(2), .segmentationMasks: .toggle(true), .smoothing: .toggle(false)])
    let line = CommandLineText(settings, input: .video(name: "a walk.mov"), modelName: "my model.task").text
    #expect(
      line
        == "vision pose 'a walk.mov' --model 'my model.task' --num-poses 2 --segmentation-masks masks --no-smoothing "
        + "--annotate 'a walk-annotated.mp4' --json 'a walk.jsonl'")
  }

  @Test(
    "A shell reads every word back as it was", arguments: ["", "a b", "it's", "$(x)", "`y`", "\"", "-x", "a\nb", "ü*?"])
  func quoting(word: String) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "printf %s " + CommandLineText.quoted(word)]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let read = try output.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    #expect(String(decoding: read, as: UTF8.self) == word)
  }
}
