import FirebaseMLVision
import MediaPipeTasksVision
import Testing
import VisionStudio
import VisionWorker

@testable import VisionCommand

/// The page's command lines go through the command's own parser, and its options through both. In video mode: for pictures the
/// command chooses the threads by how many it works on at a time.
@Suite("The command line that the page shows means what the page does")
struct StudioCodeTests {
  private func options(_ settings: StudioSettings) throws -> NSObject {
    let line = CommandLineText(settings, input: .picture(name: "-a b.png"), modelName: settings.model)
    switch try VisionCommand.Vision.parseAsRoot(line.arguments) {
    case let command as GestureCommand: return command.taskOptions(modelPath: "m", mode: .video)
    case let command as HandCommand: return command.taskOptions(modelPath: "m", mode: .video)
    case let command as PoseCommand: return command.taskOptions(modelPath: "m", mode: .video)
    case let command as DetectCommand: return command.taskOptions(modelPath: "m", mode: .video)
    case let command as TrackCommand:
      return command.taskOptions(detectorPath: "m", classifierPath: nil, mode: .video)
    case let other: throw TasksError.internalFailure("\(other) is no task.")
    }
  }

  /// The same through the flags of a worker.
  private func workerOptions(_ settings: StudioSettings) throws -> NSObject {
    let arguments = CommandLineText.workerArguments(settings, classifier: nil, mode: .video)
    switch try VisionCommand.Vision.parseAsRoot(["worker"] + arguments + ["--model", "m"] + WorkerLimits().arguments) {
    case let command as WorkerGestureCommand: return command.taskOptions(modelPath: "m", mode: .video)
    case let command as WorkerHandCommand: return command.taskOptions(modelPath: "m", mode: .video)
    case let command as WorkerPoseCommand: return command.taskOptions(modelPath: "m", mode: .video)
    case let command as WorkerDetectCommand: return command.taskOptions(modelPath: "m", mode: .video)
    case let command as WorkerTrackCommand:
      return command.taskOptions(detectorPath: "m", classifierPath: nil, mode: .video)
    case let other: throw TasksError.internalFailure("\(other) is no worker.")
    }
  }

  @Test("A worker's flags state the limits that the page and errors name")
  func limits() throws {
    var limits = WorkerLimits()
    limits.memoryMegabytes = 1
    limits.processorSeconds = 2
    limits.openFiles = 3
    limits.requestBytes = 4
    limits.pixels = 5
    let command = try VisionCommand.Vision.parseAsRoot(["worker", "hand"] + limits.arguments)
    #expect((command as? WorkerHandCommand)?.worker.limits == limits)
  }

  @Test("Every setting of every task, chosen and not chosen", arguments: StudioTask.allCases)
  func everySetting(task: StudioTask) throws {
    for setting in [nil] + task.settings.map(Optional.some) {
      let values = setting.map { [$0.key: Self.value(of: $0)] } ?? [:]
      let settings = try StudioSettings(task: task, values: values)
      let options = try options(settings)
      let expected: NSObject =
        switch task {
        case .gesture: settings.gestureOptions(modelPath: "m", mode: .video)
        case .hand: settings.handOptions(modelPath: "m", mode: .video)
        case .pose: settings.poseOptions(modelPath: "m", mode: .video)
        case .detect: settings.detectorOptions(modelPath: "m", mode: .video)
        case .track: settings.trackerOptions(modelPath: "m", classifierPath: nil, mode: .video)
        }
      #expect(Self.text(options) == Self.text(expected), "\(setting?.key.rawValue ?? "nothing")")
      #expect(Self.text(try workerOptions(settings)) == Self.text(expected), "\(setting?.key.rawValue ?? "nothing")")
      // A value that changes nothing would prove nothing.
      if setting != nil {
        let untouched = try self.options(StudioSettings(task: task))
        #expect(Self.text(options) != Self.text(untouched), "\(setting?.key.rawValue ?? "")")
      }
    }
  }

  private static func value(of setting: Setting) -> SettingValue {
    switch setting.kind {
    case .toggle: .toggle(setting.initial != .toggle(true))
    case .number: .number(0.45)
    case .integer: .number(3)
    case .text: .text("de")
    case .names: .names(["cat", "hot dog"])
    }
  }

  /// All properties with their values.
  private static func text(_ options: NSObject) -> [String] {
    func properties(of value: Any, _ prefix: String) -> [String] {
      var mirror: Mirror? = Mirror(reflecting: value)
      var lines: [String] = []
      while let level = mirror {
        for child in level.children {
          let name = prefix + (child.label ?? "")
          let wrapped = Mirror(reflecting: child.value)
          let inner: Any? = wrapped.displayStyle == .optional ? wrapped.children.first?.value : child.value
          if let object = inner as? ClassifierOptions {
            lines += properties(of: object, name + ".")
          } else if let object = inner as? BaseOptions {
            lines += properties(of: object, name + ".")
          } else {
            lines.append("\(name)=\(String(describing: inner))")
          }
        }
        mirror = level.superclassMirror
      }
      return lines
    }
    return properties(of: options, "")
  }
}
