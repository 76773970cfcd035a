import Testing
import VisionStudio
import VisionTasks
import VisionWorker

@testable import VisionCommand

/// The page's command lines go through the command's own parser, and its options through both. In video mode: for pictures the
/// command chooses the threads by how many it works on at a time.
@Suite("The command line that the page shows means what the page does")
struct StudioCodeTests {
  private func options<Task: TaskDefinition>(_ task: Task.Type, _ settings: StudioSettings) throws -> Task.Options {
    let line = CommandLineText(settings, input: .image(name: "-a b.png"), modelName: settings.model)
    let command = try #require(try VisionCommand.Vision.parseAsRoot(line.arguments) as? TaskCommand<Task>)
    return command.taskOptions(modelPath: "m", mode: .video)
  }

  /// The same through the flags of a worker.
  private func workerOptions<Task: TaskDefinition>(_ task: Task.Type, _ settings: StudioSettings) throws -> Task.Options
  {
    let arguments = CommandLineText.workerArguments(settings.task, values: settings.values, mode: .video)
    let command = try #require(
      try VisionCommand.Vision.parseAsRoot(["worker"] + arguments + ["--model", "m"] + WorkerLimits().arguments)
        as? WorkerTaskCommand<Task>)
    return command.taskOptions(modelPath: "m", mode: .video)
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
    #expect((command as? WorkerTaskCommand<HandLandmarker>)?.worker.limits == limits)
  }

  @Test("Every setting of every task, chosen and not chosen", arguments: StudioTask.all)
  func everySetting(task: StudioTask) throws { try check(task.type, as: task) }

  private func check<Task: TaskDefinition>(_ type: Task.Type, as task: StudioTask) throws {
    for setting in [nil] + task.settings.map(Optional.some) {
      var values = setting.map { [$0.key: Self.value(of: $0)] } ?? [:]
      // What takes the place of a toggle that is off is on.
      if let other = task.settings.first(where: { $0.flagName == setting?.alternative }) {
        values[other.key] = .toggle(true)
      }
      let settings = try StudioSettings(task: task, values: values)
      let options = try options(type, settings)
      let expected = type.makeOptions(modelPath: "m", mode: .video, values: settings.values)
      #expect(Self.text(options) == Self.text(expected), "\(setting?.key ?? "nothing")")
      #expect(Self.text(try workerOptions(type, settings)) == Self.text(expected), "\(setting?.key ?? "nothing")")
      // A value that changes nothing would prove nothing.
      if setting != nil {
        let untouched = try self.options(type, StudioSettings(task: task))
        #expect(Self.text(options) != Self.text(untouched), "\(setting?.key ?? "")")
      }
    }
  }

  private static func value(of setting: OptionDescriptor) -> OptionValue {
    switch setting.kind {
    case .toggle, .masks: .toggle(setting.initial != .toggle(true))
    case .confidence, .score: .number(0.45)
    case .integer: .number(3)
    case .text, .model: .text("de")
    case .choice(let names): .text(names.last ?? "")
    case .region: .text("0,0,0.5,0.5")
    case .points(let isOne): .text(isOne ? "0.25,0.5" : "0.25,0.5,0.75,1")
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
