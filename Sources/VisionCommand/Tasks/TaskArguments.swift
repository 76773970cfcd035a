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
  var maskFolder: String? {
    let option = Self.descriptors.first { $0.kind == .masks }
    return given[option?.key ?? DescribedArgument.masks.key]?.text
  }

  /// What to cut out; nil without `--cutout`.
  func cutout() throws -> CutoutRequest? {
    try given["cutout"]?.text.map {
      try CutoutRequest(path: $0, background: given["background"]?.text, classes: given["keep"]?.names)
    }
  }

  var values: [String: OptionValue] {
    var values: [String: OptionValue] = [:]
    // A cutout needs probabilities, whatever else is asked for.
    if given["cutout"] != nil, let option = Self.probabilities { values[option.key] = .toggle(true) }
    return Self.descriptors.reduce(into: values) { values, option in
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

  /// The option that asks for a mask of probabilities of each class.
  private static var probabilities: OptionDescriptor? {
    let format = Task.format.parts.lazy.compactMap { $0 as? MasksFormat }.first { $0.content == .classes }
    return descriptors.first { $0.property == format?.option }
  }

  static var described: [DescribedArgument] {
    let files = Place.writesFiles ? OutputFileKind.allCases.filter { $0.isOffered(by: Task.format) } : []
    let hasCutout = Place.writesFiles && probabilities != nil
    let hasMaskOption = descriptors.contains { $0.kind == .masks }
    return descriptors.map { DescribedArgument($0, writesFiles: Place.writesFiles) }
      + (Place.hasMasks && files.contains(.masks) && !hasMaskOption ? [.masks] : [])
      + (hasCutout ? [.cutout, .background, .keep] : [])
      + (files.contains(.coco) ? [.coco, .cocoImages] : []) + (files.contains(.npy) ? [.npy] : [])
  }

  mutating func validate() throws {
    try ValidationError.wrapping { try Task.check(values, from: .user) { $0.flag } }
    if cocoImages != nil, coco == nil { throw ValidationError("--coco-images needs --coco.") }
    for argument in [DescribedArgument.background, .keep] where given[argument.key] != nil && given["cutout"] == nil {
      throw ValidationError("--\(argument.name) needs --cutout.")
    }
    try ValidationError.wrapping { _ = try cutout() }
  }
}

extension DescribedArgument {
  fileprivate static let masks = DescribedArgument(
    key: "segmentationMasks", name: String(OutputFileKind.masks.flag.dropFirst(2)), type: .text(),
    help: ArgumentHelp(
      "Write the masks that are asked for into this folder, as PNGs: grayscale for probabilities, with a palette for categories.",
      valueName: "folder"))

  fileprivate static let cutout = DescribedArgument(
    key: "cutout", name: "cutout", type: .text(),
    help: ArgumentHelp(
      "Write the images without their background: PNGs with alpha, or with --background also JPEGs and videos; a file, or a folder for several inputs.",
      valueName: "path"))

  fileprivate static let background = DescribedArgument(
    key: "background", name: "background", type: .text(),
    help: ArgumentHelp(
      "What --cutout puts behind the subject: blur, a color (black, white, gray, red, green, blue or #RRGGBB) or an image file.",
      valueName: "blur|color|path"))

  fileprivate static let keep = DescribedArgument(
    key: "keep", name: "keep", type: .names,
    help: ArgumentHelp(
      "The classes that --cutout keeps (default: all but the one named background).", valueName: "a,b"))

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
      case .region, .points: .text(parsing: .unconditional)
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
