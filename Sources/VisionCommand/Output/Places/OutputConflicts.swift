import Foundation
import VisionErrors
import VisionMedia

/// Finds outputs that would overwrite an input or each other.
struct OutputConflicts {
  /// What has a place already.
  private struct Claim {
    let description: String
    /// The input that the output is made of; nil for one that is made of all.
    let input: Origin?
  }

  /// The same for all names of one input.
  private enum Origin: Hashable {
    case file(FilePlace)
    case other(InputList.Source)

    init(_ source: InputList.Source) { self = source.path.map { .file(FilePlace(path: $0)) } ?? .other(source) }
  }

  private let sources: [InputList.Source]
  private let names: OutputNames
  /// What is read, with its name.
  private var inputs: [FilePlace: String] = [:]
  private var claims: [FilePlace: Claim] = [:]
  /// The options that name open files, by their numbers: twice the same is a mistake, whatever device it leads to.
  private var descriptors: [Int32: String] = [:]
  /// The paths of all files that are read or written, for comparison with masks, of which the number is not known.
  private var paths: [(description: String, path: String)] = []

  /// - Parameters:
  ///   - sources: The inputs.
  ///   - models: Model files, which are read, too.
  ///   - names: The names of what is made of inputs.
  init(sources: [InputList.Source], models: [String], names: OutputNames) {
    (self.sources, self.names) = (sources, names)
    for source in sources { addInput(source == .standardInput ? FilePlace(descriptor: STDIN_FILENO) : nil, source) }
    for path in models { inputs[FilePlace(path: path)] = "the model \(path)" }
  }

  private mutating func addInput(_ place: FilePlace?, _ source: InputList.Source) {
    guard let place = place ?? source.path.map(FilePlace.init(path:)), [.regular, .pipe].contains(place.kind) else {
      return
    }
    inputs[place] = source == .standardInput ? "standard input" : "the input \(source)"
    if let path = place.resolvedPath { paths.append(("the input \(source)", path)) }
  }

  /// Whether something is written to standard output.
  var usesStandardOutput: Bool {
    descriptors[STDOUT_FILENO] != nil || FilePlace(descriptor: STDOUT_FILENO).map { claims[$0] != nil } ?? false
  }

  /// Claims a file for one option.
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
    .invalidArgument("\(option) would write \(path) where \(other) goes; name another place for one of them.")
  }

  /// Checks that the readable result does not go to an input.
  func checkText() throws(TasksError) {
    guard let place = FilePlace(descriptor: STDOUT_FILENO) else { return }
    if let input = inputs[place] {
      throw .invalidArgument("Standard output is \(input); send it to another file.")
    }
  }

  /// Claims the files of annotated inputs in a folder.
  mutating func claimAnnotations(in folder: String) throws(TasksError) {
    let before = self
    do {
      // Whether an input is an image or a video is not looked up as long as neither name is taken.
      for source in sources { try claimAnnotations(of: source, in: folder, [false, true]) }
    } catch {
      self = before
      for source in sources { try claimAnnotations(of: source, in: folder, Self.kinds(of: source)) }
    }
  }

  private mutating func claimAnnotations(
    of source: InputList.Source, in folder: String, _ kinds: [Bool]
  ) throws(TasksError) {
    for isVideo in kinds {
      let name = AnnotationNames.name(for: names.name(of: source), isVideo: isVideo)
      let path = (folder as NSString).appendingPathComponent(name)
      let place = FilePlace(path: path)
      try claim(place, path: path, option: "--annotate", input: source)
    }
  }

  /// Whether an input is a video; both for one that cannot be read.
  private static func kinds(of source: InputList.Source) -> [Bool] {
    guard let path = source.path else { return [source != .standardInput] }
    return (try? MediaKind.detect(contentsOfFile: path)).map { [$0 == .video] } ?? [false, true]
  }

  private mutating func claim(
    _ place: FilePlace, path: String, option: String, input: InputList.Source?
  ) throws(TasksError) {
    guard !place.isShareable else { return }
    let made = input.map { ", made of \($0)," } ?? ""
    if let read = inputs[place] {
      throw .invalidArgument("\(option) would write \(path)\(made) over \(read); name another place.")
    }
    let origin = input.map(Origin.init)
    if let other = claims[place], origin == nil || other.input != origin {
      throw Self.collision(option, path + made, other.description)
    }
    let description = input.map { "what \(option) makes of \($0)" } ?? option
    claims[place] = Claim(description: description, input: origin)
    if let path = place.resolvedPath { paths.append((description, path)) }
  }

  /// Checks that masks in a folder overwrite nothing; after everything else was claimed.
  func checkMasks(in folder: String) throws(TasksError) {
    var owners: [String: InputList.Source] = [:]
    for source in sources {
      let name = names.name(of: source)
      if let other = owners[name], Origin(other) != Origin(source) {
        throw .invalidArgument("The masks of \(other) and \(source) would have the same names; run them one by one.")
      }
      owners[name] = source
    }
    for name in owners.keys {
      guard let source = owners[name] else { continue }
      let longer = MaskNames.inputs(ofMask: MaskNames.name(for: name, frame: nil, person: 0)).first { $0 != name }
      if let other = longer.flatMap({ owners[$0] }) {
        throw .invalidArgument("The masks of \(other) and \(source) may have the same names; run them one by one.")
      }
    }
    let start = (FilePlace(path: folder).resolvedPath ?? folder) + "/"
    for (description, path) in paths where path.hasPrefix(start) {
      let name = String(path.dropFirst(start.count))
      if let source = MaskNames.inputs(ofMask: name).compactMap({ owners[$0] }).first {
        throw .invalidArgument(
          "A mask of \(source) in \(folder) may have the name of \(description), \(name); name another folder.")
      }
    }
  }
}
