import ArgumentParser
import VisionTasks

protocol ArgumentPlace: SendableMetatype {
  static var writesFiles: Bool { get }
  static var hasMasks: Bool { get }
}

enum CommandPlace: ArgumentPlace { static let (writesFiles, hasMasks) = (true, true) }

enum WorkerPlace: ArgumentPlace { static let (writesFiles, hasMasks) = (false, true) }

enum BatchPlace: ArgumentPlace { static let (writesFiles, hasMasks) = (false, false) }

struct TaskArguments<Task: TaskDefinition, Place: ArgumentPlace>: DescribedArguments {
  var given: [String: OptionValue] = [:]

  var coco: String? { given["coco"]?.text }
  var cocoImages: String? { given["cocoImages"]?.text }
  var npy: String? { given["npy"]?.text }
  var maskFolder: String? { Self.descriptors.first { $0.kind == .masks }.flatMap { given[$0.key]?.text } }

  var values: [String: OptionValue] {
    Self.descriptors.reduce(into: [:]) { values, option in
      guard let value = given[option.key] else { return }
      values[option.key] =
        switch option.kind {
        case .masks: .toggle(true)
        case .toggle: .toggle(!option.initialIsOn)
        default: value
        }
    }
  }

  static var descriptors: [OptionDescriptor] {
    Task.options.map(\.descriptor).filter { $0.place != .swiftOnly && (Place.hasMasks || $0.kind != .masks) }
  }

  static var described: [DescribedArgument] {
    let files = Place.writesFiles ? OutputFileKind.allCases.filter { $0.isOffered(by: Task.format) } : []
    return descriptors.map { DescribedArgument($0, writesFiles: Place.writesFiles) }
      + (files.contains(.coco) ? [.coco, .cocoImages] : []) + (files.contains(.npy) ? [.npy] : [])
  }

  mutating func validate() throws {
    try ValidationError.wrapping { try Task.check(values, from: .user) { $0.flag } }
    if cocoImages != nil, coco == nil { throw ValidationError("--coco-images needs --coco.") }
  }
}

extension DescribedArgument {
  fileprivate static let coco = DescribedArgument(
    key: "coco", name: "coco", type: .text(),
    help: ArgumentHelp("Also write \(OutputFileKind.coco.contents).", valueName: "path"))

  fileprivate static let cocoImages = DescribedArgument(
    key: "cocoImages", name: "coco-images", type: .text(),
    help: ArgumentHelp(
      "A COCO data set's instances file: --coco is then a list of results with its image and category numbers, for pycocotools' loadRes.",
      valueName: "path"))

  fileprivate static let npy = DescribedArgument(
    key: "npy", name: "npy", type: .text(),
    help: ArgumentHelp(
      "Also write \(OutputFileKind.npy.contents), and the rows' files and frames to path.csv; - is standard output.",
      valueName: "path"))

  fileprivate init(_ option: OptionDescriptor, writesFiles: Bool) {
    let type: ArgumentType =
      switch option.kind {
      case .confidence, .score: .float
      case .integer: .integer
      case .text, .choice: .text()
      case .model(let model): .text(completion: .models([model]))
      case .region: .text(parsing: .unconditional)
      case .names: .names
      case .masks where writesFiles: .text()
      case .toggle, .masks: .flag
      }
    var text = option.help
    if option.kind == .toggle, option.initialIsOn { text = "Do not " + text.prefix(1).lowercased() + text.dropFirst() }
    if option.kind == .masks {
      text +=
        writesFiles
        ? " Masks are written as grayscale PNGs into this folder; --annotate also draws them."
        : " Responses contain the masks as Base64 of float32 values."
    }
    if let value = option.defaultText { text += " (default: \(value))" }
    self.init(
      key: option.key, name: String(option.flag.dropFirst(2)), type: type,
      help: ArgumentHelp(text, valueName: option.valueName))
  }
}

extension OptionDescriptor {
  fileprivate var initialIsOn: Bool { initial?.isOn ?? false }
}
