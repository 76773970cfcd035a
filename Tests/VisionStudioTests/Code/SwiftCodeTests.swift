import Foundation
import TestSupport
import Testing
import VisionTasks

@testable import VisionStudio

@Suite("The Swift code that the page shows")
struct SwiftCodeTests {
  @Test("An image with settings: only what differs from the API's defaults is written")
  func image() throws {
    let settings = try StudioSettings(
      task: .gesture,
      values: [
        "numHands": .number(2), "cannedAllow": .names(["Victory", "Thumb_Up"]), "cannedScoreThreshold": .number(0.35),
      ]
    )
    let code = SwiftCode(settings, input: .image(name: "my \"best\".jpg"), modelFile: "gesture_recognizer.task").text
    #expect(
      code == """
        import MediaPipeTasksVision
        import VisionMedia

        let options = GestureRecognizerOptions()
        options.baseOptions.modelAssetPath = "gesture_recognizer.task"
        options.numHands = 2
        let canned = ClassifierOptions()
        canned.scoreThreshold = 0.35
        canned.categoryAllowlist = ["Victory", "Thumb_Up"]
        options.cannedGesturesClassifierOptions = canned
        let recognizer = try GestureRecognizer(options: options)

        let result = try recognizer.recognize(image: MPImage(contentsOfFile: "my \\"best\\".jpg"))
        for (gestures, handedness) in zip(result.gestures, result.handedness) {
          print(handedness.first?.categoryName ?? "", gestures.first?.categoryName ?? "no gesture")
        }

        """)
  }

  @Test("The detector's threshold is written although nothing was chosen, since the API's own differs")
  func threshold() throws {
    let code = SwiftCode(try StudioSettings(task: .detect), input: .camera, modelFile: "m.tflite").text
    #expect(code.contains("options.scoreThreshold = 0.3\n"))
    #expect(code.contains("policy: .latest"))
  }

  @Test(
    "All tasks' code for camera, image and video compiles with every setting chosen",
    .needs(.modules))
  func compiles() throws {
    let folder = try TemporaryFolder()
    var number = 0
    for task in StudioTask.all {
      for input in [CodeInput.camera, .image(name: "a\\b\".png"), .video(name: "c.mp4")] {
        for values in [[:], Self.everyValue(of: task), Self.runValues(of: task)] {
          let settings = try StudioSettings(task: task, values: values)
          let code = SwiftCode(settings, input: input, modelFile: "model.task").text
          // Each program in a function of its own: one run of the compiler does for all.
          let body = code.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("import ") }
          let imports = number == 0 ? "import FirebaseMLVision\nimport MediaPipeTasksVision\nimport VisionMedia\n" : ""
          let text = imports + "func program\(number)() async throws {\n\(body.joined(separator: "\n"))}\n"
          let file = folder.url.appending(path: "programs.swift")
          let before = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
          try (before + text).write(to: file, atomically: true, encoding: .utf8)
          number += 1
        }
      }
    }
    let modules = try #require(BuiltProgram.modules(with: "MediaPipeTasksVision"))
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    // Modules of C are found by their maps, as in the build.
    let sources = package.appending(path: "Sources")
    let maps = ["CTurboJPEG", "CDeflate", "CVisionLibraries/include", "CVisionMediaLibraries/include"].map {
      sources.appending(path: "\($0)/module.modulemap").path
    }
    let built = try FileManager.default.contentsOfDirectory(atPath: modules.deletingLastPathComponent().path)
      .filter { $0.hasPrefix("CVision") && $0.hasSuffix(".build") }
      // Those of targets that are no more stay in the folder.
      .filter { FileManager.default.fileExists(atPath: sources.appending(path: $0.dropLast(".build".count)).path) }
      .map { modules.deletingLastPathComponent().appending(path: "\($0)/module.modulemap").path }
      .filter(FileManager.default.fileExists(atPath:))
    compiler.arguments =
      ["swiftc", "-typecheck", "-swift-version", "6", "-package-name", "probe", "-I", modules.path]
      + (maps + built).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + [folder.path("programs.swift")]
    let errors = Pipe()
    compiler.standardError = errors
    try compiler.run()
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    compiler.waitUntilExit()
    #expect(compiler.terminationStatus == 0, "\(said)")
    #expect(number == StudioTask.all.count * 9)
  }

  /// A value for each setting of a run, and those that make another program.
  static func runValues(of task: StudioTask) -> [String: OptionValue] {
    var values: [String: OptionValue] = [
      "rotation": .text("90"), "kernels": .text("off"), "maxFrames": .number(10), "maxResults": .number(3),
    ]
    if task.name == "detect" { values["track"] = .toggle(true) }
    return values
  }

  /// A value for each setting, lists that exclude each other only once.
  static func everyValue(of task: StudioTask) -> [String: OptionValue] {
    var values: [String: OptionValue] = [:]
    for setting in task.settings where !["Deny", "deny"].contains(where: setting.key.hasSuffix) {
      switch setting.kind {
      case .toggle, .masks: values[setting.key] = .toggle(setting.initial != .toggle(true))
      case .confidence, .score: values[setting.key] = .number(0.45)
      case .integer: values[setting.key] = .number(3)
      case .text, .model: values[setting.key] = .text("de")
      case .choice(let names): values[setting.key] = .text(names.last ?? "")
      case .region: values[setting.key] = .text("0,0,0.5,0.5")
      case .points(let isOne): values[setting.key] = .text(isOne ? "0.25,0.5" : "0.25,0.5,0.75,1")
      case .names: values[setting.key] = .names(["cat", "hot dog", "it's"])
      }
    }
    return values
  }
}
