import Foundation
import TestSupport
import Testing

@testable import VisionCommand

/// What bash offers after Tab.
@Suite("Completions, end to end", .needs(.command))
struct CompletionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["cat.jpg", "cats/1.jpg", "models/own.tflite", "models/read.me", "models.txt"] {
      try folder.write("x", name)
    }
  }

  /// The completions of the last word.
  private func completions(_ words: [String]) throws -> [String] {
    let script = """
      cd "$FOLDER" && source <("$0" --generate-completion-script bash)
      PATH=$(dirname "$0"):$PATH
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
      _vision vision "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try CommandRun(
      ["vision"] + words, launcher: ["/bin/bash", "-c", script], environment: ["FOLDER": folder.path("")])
    #expect(run.errors == "")
    return run.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.sorted()
  }

  @Test("Inputs and outputs are completed by files, folders by folders")
  func files() throws {
    for command in [["detect"], ["batch", "detect"], ["evaluate", "detect"], ["similar"]] {
      #expect(try completions(command + ["ca"]) == ["cat.jpg", "cats"], "\(command)")
    }
    for option in [["detect", "--json"], ["segment", "--background"], ["batch", "detect", "--list"]] {
      #expect(try completions(option + ["ca"]) == ["cat.jpg", "cats"], "\(option)")
    }
    #expect(try completions(["detect", "--yolo", "ca"]) == ["cats"])
    #expect(try completions(["batch", "detect", "--out", "ca"]) == ["cats"])
  }

  @Test("Models are completed by names and model files")
  func models() throws {
    #expect(try completions(["detect", "--model", "efficientdet"]).contains("efficientdet_lite0_int8"))
    #expect(try completions(["detect", "--model", "mod"]) == ["models/own.tflite"])
    #expect(try completions(["models", "path", "ges"]) == ["gesture_recognizer", "gestures"])
  }
}
