import ArgumentParser
import VisionTasks

/// What a command offers of a task's arguments.
protocol ArgumentPlace: SendableMetatype {
  static var writesFiles: Bool { get }
  static var hasMasks: Bool { get }
  /// Whether labels are written: to given paths, or under fixed names where files cannot be named.
  static var hasLabels: Bool { get }
  /// Whether options have the defaults of evaluations.
  static var evaluates: Bool { get }
  /// What `--jobs` counts.
  static var inputs: String { get }
}

extension ArgumentPlace {
  static var inputs: String { "images" }
}

enum CommandPlace: ArgumentPlace {
  static let (writesFiles, hasMasks, hasLabels, evaluates) = (true, true, true, false)
}

enum WorkerPlace: ArgumentPlace {
  static let (writesFiles, hasMasks, hasLabels, evaluates) = (false, true, false, false)
}

enum BatchPlace: ArgumentPlace {
  static let (writesFiles, hasMasks, hasLabels, evaluates) = (false, false, true, false)
  static let inputs = "inputs"
}

enum EvaluationPlace: ArgumentPlace {
  static let (writesFiles, hasMasks, hasLabels, evaluates) = (false, false, false, true)
}

struct TaskArguments<Task: TaskDefinition, Place: ArgumentPlace>: DescribedArguments {
  var given: [String: OptionValue] = [:]

  var npy: String? { given["npy"]?.text }
  /// The given paths of labels; in a batch the formats, whose paths are fixed.
  var labels: [OutputFileKind: String] {
    OutputFileKind.labelled.reduce(into: [:]) { paths, kind in paths[kind] = given[kind.name].map { $0.text ?? "" } }
  }
  var cocoImages: String? { given["cocoImages"]?.text }
  var keypoints: KeypointChoice? { given["keypoints"]?.text.flatMap(KeypointChoice.init(rawValue:)) }
  /// Whether `--track` is given.
  var isTracked: Bool { given["track"] != nil }
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
      guard let value = given[option.key] ?? evaluated(option) else { return }
      values[option.key] =
        switch option.kind {
        case .masks: .toggle(true)
        case .toggle: .toggle(!option.initialIsOn)
        default: value
        }
    }
  }

  /// The default of an option in an evaluation; nil where it is that of programs.
  private func evaluated(_ option: OptionDescriptor) -> OptionValue? {
    let isDisabled = Self.descriptors.contains { $0.flagName == option.initialUnless && given[$0.key] != nil }
    return Place.evaluates && !isDisabled ? option.evaluated : nil
  }

  static var descriptors: [OptionDescriptor] {
    Task.options.map(\.descriptor).filter { $0.place != .swiftOnly && (Place.hasMasks || $0.kind != .masks) }.map {
      var option = $0
      if Place.evaluates, let evaluated = $0.evaluated { option.initial = evaluated }
      return option
    }
  }

  /// The option that asks for a mask of probabilities of each class.
  private static var probabilities: OptionDescriptor? {
    let format = Task.format.parts.lazy.compactMap { $0 as? MasksFormat }.first { $0.content == .classes }
    return descriptors.first { $0.property == format?.option }
  }

  static var described: [DescribedArgument] {
    let files = Place.writesFiles ? OutputFileKind.all.filter { $0.isOffered(by: Task.format) } : []
    let hasCutout = Place.writesFiles && probabilities != nil
    let hasMaskOption = descriptors.contains { $0.kind == .masks }
    return descriptors.map { DescribedArgument($0, writesFiles: Place.writesFiles) }
      + (Place.hasMasks && files.contains(.masks) && !hasMaskOption ? [.masks] : [])
      + (hasCutout ? [.cutout, .background, .keep] : []) + labelArguments + (files.contains(.npy) ? [.npy] : [])
  }

  private static var labelArguments: [DescribedArgument] {
    guard Place.hasLabels else { return [] }
    let kinds = OutputFileKind.labelled.filter { $0.isOffered(by: Task.format) }
    return kinds.flatMap { kind in
      [DescribedArgument(kind, writesFiles: Place.writesFiles)]
        + (kind == .coco && Place.writesFiles ? [DescribedArgument.cocoImages] : [])
    } + (Task.format.hasKeypointChoice ? [.keypoints] : [])
  }

  mutating func validate() throws {
    try ValidationError.wrapping { try Task.check(values, from: .user) { $0.flag } }
    if cocoImages != nil, labels[.coco] == nil { throw ValidationError("--coco-images needs --coco.") }
    for argument in [DescribedArgument.background, .keep] where given[argument.key] != nil && given["cutout"] == nil {
      throw ValidationError("--\(argument.name) needs --cutout.")
    }
    try ValidationError.wrapping { _ = try cutout() }
    guard let choice = given["keypoints"]?.text else { return }
    guard keypoints != nil else {
      let allowed = KeypointChoice.allCases.map(\.rawValue).joined(separator: " and ")
      throw ValidationError("--keypoints is \(choice); allowed are \(allowed).")
    }
    if labels.isEmpty {
      let flags = OutputFileKind.labelled.map(\.flag).joined(separator: ", ")
      throw ValidationError("--keypoints needs a file of labels: \(flags).")
    }
  }
}

extension DescribedArgument {
  /// The option of a format of labels.
  fileprivate init(_ kind: OutputFileKind, writesFiles: Bool) {
    let (option, help) = (String(kind.flag.dropFirst(2)), "Also write \(kind.contents)")
    if writesFiles {
      self.init(option, key: kind.name, .text(), help: help + ".", value: kind.isFolder ? "folder" : "path")
    } else {
      let place = "\(kind.ending(isVideo: false)) in the folder of the results"
      self.init(option, key: kind.name, .flag, help: "\(help): \(place).", value: nil)
    }
  }

  fileprivate static let keypoints = DescribedArgument(
    "keypoints", .text(completion: .list(KeypointChoice.allCases.map(\.rawValue))),
    help:
      "The keypoints of labels: all landmarks (all), or COCO's 17 of a body, and COCO-WholeBody's 68 of a face (coco) (default: all).",
    value: "choice")

  fileprivate static let masks = DescribedArgument(
    "segmentation-masks",
    help:
      "Write the masks that are asked for into this folder, as PNGs: grayscale for probabilities, with a palette for categories.",
    value: "folder")

  fileprivate static let cutout = DescribedArgument(
    "cutout",
    help:
      "Write the images without their background: PNGs with alpha, or with --background also JPEG files and videos; a file, or a folder for several inputs.",
    value: "path")

  fileprivate static let background = DescribedArgument(
    "background",
    help:
      "What --cutout puts behind the subject: blur, a colour (black, white, gray, red, green, blue or #RRGGBB) or an image file.",
    value: "blur|colour|path")

  fileprivate static let keep = DescribedArgument(
    "keep", .names, help: "The classes that --cutout keeps (default: all but the one named background).", value: "a,b")

  fileprivate static let cocoImages = DescribedArgument(
    "coco-images",
    help:
      "A COCO data set's instances file: --coco is then a list of results with its image and category numbers, for pycocotools' loadRes.",
    value: "path")

  fileprivate static let npy = DescribedArgument(
    "npy",
    help:
      "Also write \(OutputFileKind.npy.contents), and the rows' files and frames to path.csv; - is standard output.",
    value: "path")

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
    self.init(String(option.flag.dropFirst(2)), key: option.key, type, help: text, value: option.valueName)
  }
}

extension OptionDescriptor {
  fileprivate var initialIsOn: Bool { initial?.isOn ?? false }
}
