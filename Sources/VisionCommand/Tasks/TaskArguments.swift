import ArgumentParser
import VisionResults
import VisionTasks

/// The command for which a task's arguments are parsed.
protocol ArgumentPlace: SendableMetatype {
  /// Whether results are written to files, whose paths are arguments.
  static var writesFiles: Bool { get }
  /// Whether results may have masks.
  static var hasMasks: Bool { get }
}

extension ArgumentPlace {
  static var hasMasks: Bool { true }
}

/// The arguments of `vision TASK`.
enum CommandPlace: ArgumentPlace {
  static let writesFiles = true
}

/// The arguments of `vision worker TASK`.
enum WorkerPlace: ArgumentPlace {
  static let writesFiles = false
}

/// The arguments of `vision batch TASK`.
enum BatchPlace: ArgumentPlace {
  static let writesFiles = false
  static let hasMasks = false
}

/// The arguments of a task, created from its option descriptors.
///
/// ArgumentParser finds arguments in the mirror of an empty value and sets them by decoding. Both are implemented here with
/// descriptors in place of properties.
struct TaskArguments<Task: VisionTask, Place: ArgumentPlace>: ParsableArguments, CustomReflectable {
  /// The given values, by the options' keys.
  private(set) var values: [String: OptionValue] = [:]
  /// The folder for masks; nil if not given.
  private(set) var maskFolder: String?
  /// The path of the COCO file; nil if not given.
  private(set) var coco: String?
  /// The path of the COCO data set that results refer to; nil if not given.
  private(set) var cocoImages: String?

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ArgumentKey.self)
    for option in Self.descriptors {
      let argument = DescribedArgument(option, writesFiles: Place.writesFiles)
      guard let value = try argument.decode(from: container) else { continue }
      if case (.masks, .text(let folder)) = (option.kind, value) {
        maskFolder = folder
        values[option.key] = .toggle(true)
      } else {
        values[option.key] = value
      }
    }
    if Self.hasCOCO {
      coco = try container.decode(Option<String?>.self, forKey: COCOArgument.coco.key).wrappedValue
      cocoImages = try container.decode(Option<String?>.self, forKey: COCOArgument.cocoImages.key).wrappedValue
    }
  }

  var customMirror: Mirror {
    var children: [Mirror.Child] = Self.descriptors.map { option in
      ("_" + option.key, DescribedArgument(option, writesFiles: Place.writesFiles).argument)
    }
    if Self.hasCOCO { children += COCOArgument.allCases.map { ("_" + $0.rawValue, $0.argument) } }
    return Mirror(self, children: children)
  }

  /// All options but those of `EngineOptions`.
  static var descriptors: [OptionDescriptor] {
    Task.options.map(\.descriptor).filter { $0.place != .swiftOnly && (Place.hasMasks || $0.kind != .masks) }
  }

  /// Whether there is `--coco`.
  private static var hasCOCO: Bool { Place.writesFiles && OutputFileKind.coco.isOffered(by: Task.format) }

  mutating func validate() throws {
    do {
      try Task.check(values, from: .user) { $0.flag }
    } catch let error as TasksError {
      throw ValidationError(error.message)
    }
    if cocoImages != nil, coco == nil { throw ValidationError("--coco-images needs --coco.") }
  }
}

/// The name of an argument.
struct ArgumentKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// The arguments for COCO files.
private enum COCOArgument: String, CaseIterable {
  case coco, cocoImages

  var key: ArgumentKey { ArgumentKey(rawValue) }

  var argument: Option<String?> {
    switch self {
    case .coco:
      Option(help: ArgumentHelp("Also write \(OutputFileKind.coco.contents).", valueName: "path"))
    case .cocoImages:
      Option(
        help: ArgumentHelp(
          "A COCO data set's instances file: --coco is then a list of results with its image and category numbers, for pycocotools' loadRes.",
          valueName: "path"))
    }
  }
}
