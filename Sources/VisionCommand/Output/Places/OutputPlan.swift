import Foundation
import VisionErrors
import VisionMedia

/// Where every result goes. Checked before anything is opened: no output is an input, and no two outputs are one file.
struct OutputPlan {
  private let request: OutputRequest
  private let names: OutputNames
  private let annotatesIntoFolder: Bool
  /// Whether the readable result goes to standard output.
  let printsText: Bool

  /// - Parameters:
  ///   - request: What the command line asks for.
  ///   - arguments: The inputs as given.
  ///   - sources: What they stand for.
  ///   - areSeveral: Whether they may be several.
  ///   - models: Model files, which are no outputs either.
  /// - Throws: `TasksError` with `invalidArgumentError` for outputs that would destroy something.
  init(
    _ request: OutputRequest, arguments: [String], sources: [InputList.Source], areSeveral: Bool, models: [String] = []
  ) throws(TasksError) {
    self.request = request
    names = OutputNames(arguments: arguments, sources: sources)
    annotatesIntoFolder =
      try request.annotate.map { (path) throws(TasksError) in try Self.isFolder(path, areSeveral: areSeveral) } ?? false
    var conflicts = OutputConflicts(sources: sources, models: models, names: names)
    for (option, path) in request.files { try conflicts.claimFile(path, option: option) }
    let folders = [annotatesIntoFolder ? request.annotate : nil, request.masks].compactMap { $0 }
    if let path = request.annotate {
      if annotatesIntoFolder {
        try conflicts.claimAnnotations(in: path)
      } else {
        try conflicts.claimFile(path, option: "--annotate")
      }
    }
    for folder in folders { try Self.refuse(folder, amongInputs: arguments) }
    if let masks = request.masks { try conflicts.checkMasks(in: masks) }
    printsText = request.wantsText && !conflicts.usesStandardOutput
    if printsText { try conflicts.checkText() }
  }

  /// Whether annotated files go into a folder of this name, rather than one into a file.
  private static func isFolder(_ path: String, areSeveral: Bool) throws(TasksError) -> Bool {
    guard !path.isEmpty, path != "-" else {
      throw .invalidArgument("--annotate names \"\(path)\"; it takes a file or a folder.")
    }
    let kind = FilePlace(path: path).kind
    if kind == .folder || (kind == .nothing && path.hasSuffix("/")) { return true }
    guard areSeveral else {
      guard AnnotationNames.isWritable(path) else {
        throw .invalidArgument(
          "--annotate names \(path); allowed are .png, .jpg and .jpeg for an image, .mp4 for a video, or a folder.")
      }
      return false
    }
    guard kind == .nothing else {
      throw .invalidArgument("--annotate names the file \(path); several inputs need a folder.")
    }
    guard !AnnotationNames.isMedia(path) else {
      throw .invalidArgument(
        "--annotate names \(path), a file; several inputs need a folder. Name one, or write \(path)/ for a new folder.")
    }
    return true
  }

  /// The next run over the folder would take results for inputs.
  private static func refuse(_ folder: String, amongInputs arguments: [String]) throws(TasksError) {
    let place = FilePlace(path: folder)
    guard place.kind == .folder, arguments.compactMap(InputList.path).contains(where: { FilePlace(path: $0) == place })
    else { return }
    throw .invalidArgument("Results would go into the inputs' folder \(folder); name another folder.")
  }

  /// Opens the outputs.
  ///
  /// - Parameter stop: Ends the waiting for the reader of a pipe.
  /// - Returns: The outputs, in the order in which they get results.
  /// - Throws: `TasksError` when one cannot be written; nothing is left of the others then.
  func open(stop: StopSignal) throws -> [any ResultSink] {
    // Folders first: the files may lie in them.
    let masks = try request.masks.map { try MaskImages(folder: $0, names: names) }
    let annotation = try request.annotate.map {
      try AnnotationSink(path: $0, isFolder: annotatesIntoFolder, names: names)
    }
    var sinks: [any ResultSink] = []
    if let json = request.json { sinks.append(try JSONLinesSink(path: json, masks: masks, stop: stop)) }
    if let csv = request.csv { sinks.append(try CSVSink(path: csv, stop: stop)) }
    if let annotation { sinks.append(annotation) }
    if printsText { sinks.append(try TextSink(listsAll: request.listsAll)) }
    if let masks { sinks.append(masks) }
    if let coco = request.coco { sinks.append(try COCOSink(path: coco, stop: stop)) }
    return sinks
  }
}
