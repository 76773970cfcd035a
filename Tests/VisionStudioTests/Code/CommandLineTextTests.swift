import Foundation
import Testing

@testable import VisionStudio

@Suite("The command line that the page shows")
struct CommandLineTextTests {
  @Test("A video with settings and a model of one's own")
  func video() throws {
    let settings = try StudioSettings(
      task: .pose, model: "pose_landmarker_full",
      values: ["numPoses": .number(2), "segmentationMasks": .toggle(true), "smoothing": .toggle(false)])
    let line = CommandLineText(settings, input: .video(name: "a walk.mov"), modelName: "my model.task").text
    #expect(
      line
        == "vision pose 'a walk.mov' --model 'my model.task' --num-poses 2 --segmentation-masks masks --no-smoothing "
        + "--annotate 'a walk-annotated.mp4' --json 'a walk.jsonl'")
  }

  @Test("The settings of every run are the command's flags, in a worker as well, but for the limit of frames")
  func runSettings() throws {
    let settings = try StudioSettings(
      task: .hand, values: ["rotation": .text("90"), "kernels": .text("off"), "maxFrames": .number(5)])
    let line = CommandLineText(settings, input: .camera, modelName: "hand_landmarker").text
    #expect(line == "vision hand /dev/video0 --kernels off --rotation 90 --max-frames 5")
    let worker = CommandLineText.workerArguments(.hand, values: settings.values, mode: .image)
    #expect(worker == ["hand", "--mode", "image", "--kernels", "off", "--rotation", "90"])
  }

  @Test(
    "A shell reads every word back as it was",
    arguments: [
      "", "a b", "it's", "$(x)", "`y`", "\"", "-x", "a\nb", "ü*?",
      // A combining mark makes one character of the quotation mark and itself.
      "a'\u{301}; false '\u{301}b",
    ])
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

  @Test("A file's name is no option, also with a combining mark after the dash")
  func dash() throws {
    let settings = try StudioSettings(task: .pose, model: "pose_landmarker_full", values: [:])
    for name in ["-x.png", "-\u{301}x.png"] {
      let words = CommandLineText(settings, input: .image(name: name), modelName: "pose_landmarker_full").arguments
      #expect(words.contains("./" + name))
      #expect(!words.dropFirst().contains { $0.utf8.starts(with: "-x".utf8) || $0.utf8.starts(with: "-\u{301}".utf8) })
    }
  }

  @Test("A value that begins with a dash is one word with its flag, in a worker as well: it would be read as an option")
  func dashedValue() throws {
    let settings = try StudioSettings(
      task: .detect, values: ["categoryAllow": .names(["-x", "cat"]), "displayNamesLocale": .text("-y")])
    let line = CommandLineText(settings, input: .camera, modelName: "efficientdet_lite0_int8").arguments
    let worker = CommandLineText.workerArguments(.detect, values: settings.values, mode: .image)
    for arguments in [line, worker] {
      #expect(arguments.contains("--category-allow=-x,cat"), "\(arguments)")
      #expect(!arguments.contains { $0.hasPrefix("-x") || $0.hasPrefix("-y") }, "\(arguments)")
    }
  }

  @Test("An input's name has no folders and nothing that ends a line")
  func inputName() throws {
    let cases = [
      ("a b.png", "a b.png"), ("a\r\nb\u{1B}.png", "ab.png"), ("../etc/a.png", "a.png"), ("", "unnamed"),
      ("../\u{301}a.png", "\u{301}a.png"),
    ]
    for (name, shown) in cases {
      let json = try JSONEncoder().encode(["kind": "image", "name": name])
      #expect(try JSONDecoder().decode(CodeInput.self, from: json) == .image(name: shown))
    }
  }
}
