import VisionMedia

struct OutputConflicts {
  private struct Claim {
    let option: String
    let input: Origin?
    let description: String
  }

  private enum Origin: Hashable {
    case file(FilePlace)
    case other(InputList.Source)

    init(_ source: InputList.Source) { self = source.path.map { .file(FilePlace(path: $0)) } ?? .other(source) }
  }

  private let sources: [InputList.Source]
  private let names: OutputNames
  private var inputs: [FilePlace: String] = [:]
  private var claims: [FilePlace: Claim] = [:]
  /// Options by the descriptor they name. Naming one twice is an error for any device.
  private var descriptors: [Int32: String] = [:]
  /// The paths of all files read or written, for comparison with masks, whose number is unknown.
  private var paths: [(description: String, path: String)] = []

  init(sources: [InputList.Source], models: [String], names: OutputNames) {
    self.names = names
    // What is unreadable has no outputs, and its reason is more useful than that two of them have one name.
    self.sources = sources.filter { if case .unreadable = $0 { false } else { true } }
    for source in sources { addInput(source == .standardInput ? FilePlace(descriptor: STDIN_FILENO) : nil, source) }
    for path in models { protect(path, as: "the model \(path)") }
  }

  mutating func protect(_ path: String, as description: String) { inputs[FilePlace(path: path)] = description }

  private mutating func addInput(_ place: FilePlace?, _ source: InputList.Source) {
    let places = place.map { [$0] } ?? source.files.compactMap(\.text).map(FilePlace.init(path:))
    for place in places where [.regular, .pipe].contains(place.kind) {
      inputs[place] = source == .standardInput ? "standard input" : "the input \(source)"
      if let path = place.resolvedPath { paths.append(("the input \(source)", path)) }
    }
  }

  var usesStandardOutput: Bool {
    descriptors[STDOUT_FILENO] != nil || FilePlace(descriptor: STDOUT_FILENO).map { claims[$0] != nil } ?? false
  }

  mutating func claimFile(_ path: String, option: String) throws(TasksError) {
    guard !path.isEmpty else {
      throw .invalidArgument("\(option) names no file; give a path, or - for standard output.")
    }
    let number = OpenDescriptor.number(of: path)
    guard let place = number.map(FilePlace.init(descriptor:)) ?? FilePlace(path: path) else {
      throw .invalidArgument("\(option) names \(path), which is not open.")
    }
    let name = path == "-" ? "standard output" : path
    if let number {
      if let other = descriptors[number] { throw Self.collision(option, name, other) }
      descriptors[number] = option
    }
    try claim(place, path: name, option: option, input: nil)
  }

  private static func collision(_ option: String, _ path: String, _ other: String) -> TasksError {
    .invalidArgument("\(option) and \(other) would both write \(path); choose another path for one of them.")
  }

  func checkText() throws(TasksError) {
    guard let place = FilePlace(descriptor: STDOUT_FILENO) else { return }
    if let input = inputs[place] {
      throw .invalidArgument("Standard output is \(input); redirect it to another file.")
    }
  }

  mutating func claimImages(
    in folder: String, option: String, name: (String, _ isVideo: Bool) -> String
  ) throws(TasksError) {
    try claim(option, in: folder, name)
  }

  /// Claims the first file that each input has to itself.
  mutating func claimLabels(_ kind: OutputFileKind, in folder: String) throws(TasksError) {
    try OutputPlan.requireFolderName(folder, option: kind.flag)
    guard let type = kind.labels else { return }
    try claim(kind.flag, in: folder) { type.file(of: $0, isVideo: $1) }
  }

  /// Claims the file of each input, whose name an option makes of the input's.
  private mutating func claim(
    _ option: String, in folder: String, _ name: (String, _ isVideo: Bool) -> String?
  ) throws(TasksError) {
    let before = self
    do {
      // Files are only opened to tell images from videos if one of the names is taken.
      for source in sources { try claim(option, of: source, in: folder, [false, true], name) }
    } catch {
      self = before
      for source in sources { try claim(option, of: source, in: folder, Self.kinds(of: source), name) }
    }
  }

  private mutating func claim(
    _ option: String, of source: InputList.Source, in folder: String, _ kinds: [Bool], _ name: (String, Bool) -> String?
  ) throws(TasksError) {
    for isVideo in kinds {
      guard let name = name(names.name(of: source), isVideo) else { continue }
      let path = folder.appendingPath(name)
      try claim(FilePlace(path: path), path: path, option: option, input: source)
    }
  }

  /// Whether an input is a video; both values for an unreadable one.
  private static func kinds(of source: InputList.Source) -> [Bool] {
    if source.isSequence { return [true] }
    guard let path = source.path else { return [source != .standardInput] }
    return (try? MediaKind.detect(contentsOfFile: path)).map { [$0 == .video] } ?? [false, true]
  }

  private mutating func claim(
    _ place: FilePlace, path: String, option: String, input: InputList.Source?
  ) throws(TasksError) {
    guard !place.isShareable else { return }
    let suffix = input.map { " (from \($0))" } ?? ""
    if let read = inputs[place] {
      throw .invalidArgument("\(option) would write \(path)\(suffix) over \(read); choose another path.")
    }
    let origin = input.map(Origin.init)
    // An input that is given twice has the same result twice.
    if let other = claims[place], origin == nil || (other.option, other.input) != (option, origin) {
      // No other path keeps two inputs of one option apart.
      if let input, other.option == option {
        throw .invalidArgument(
          "\(other.description) and for \(input) would both write \(path); rename one of these inputs, or run them "
            + "separately.")
      }
      throw Self.collision(option, path + suffix, other.description)
    }
    let description = input.map { "\(option) for \($0)" } ?? option
    claims[place] = Claim(option: option, input: origin, description: description)
    if let path = place.resolvedPath { paths.append((description, path)) }
  }

  /// Checks that masks in a folder overwrite nothing. Call after all other claims.
  func checkMasks(in folder: String) throws(TasksError) {
    // By bytes: texts in different Unicode forms are equal, but name different files.
    var owners: [RawPath: InputList.Source] = [:]
    for source in sources {
      let name = RawPath(names.name(of: source))
      if let other = owners[name], Origin(other) != Origin(source) {
        throw .invalidArgument("The masks of \(other) and \(source) would have the same names; run them separately.")
      }
      owners[name] = source
    }
    for name in owners.keys {
      guard let source = owners[name] else { continue }
      let longer = MaskNames.inputs(ofMask: MaskNames.name(for: name.description, frame: nil, mask: "0"))
        .map { RawPath($0) }.first { $0 != name }
      if let other = longer.flatMap({ owners[$0] }) {
        throw .invalidArgument("The masks of \(other) and \(source) may have the same names; run them separately.")
      }
    }
    let start = (FilePlace(path: folder).resolvedPath ?? folder) + "/"
    for (description, path) in paths where path.hasPrefix(start) {
      let name = String(path.dropFirst(start.count))
      if let source = MaskNames.inputs(ofMask: name).compactMap({ owners[RawPath($0)] }).first {
        throw .invalidArgument(
          "A mask of \(source) in \(folder) may have the same name as \(description), \(name); choose another folder.")
      }
    }
  }
}
