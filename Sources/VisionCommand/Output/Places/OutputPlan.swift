import VisionMedia

struct OutputRequest {
  var json, csv, npy: String?
  /// Whether subjects of videos have tracking IDs, so that all rows of CSV have a column for them.
  var isTracked = false
  /// The paths of labels by their format.
  var labels: [OutputFileKind: String] = [:]
  /// The data set that COCO's file is a list of results for.
  var cocoImages: String?
  var keypoints = KeypointChoice.all
  /// The classes that labels can have; nil without labels.
  var scheme: LabelScheme?
  var annotate, masks: String?
  var cutout: CutoutRequest?
  var wantsText = false
  var listsAll = false

  var files: [(option: String, path: String)] {
    ([("--json", json), ("--csv", csv)] + kinds.filter { !$0.isFolder }.map { ($0.flag, labels[$0]) }
      + [("--npy", npy), ("The names of --npy", npy.flatMap(NPYSink.namesPath))])
      .compactMap { option, path in path.map { (option, $0) } }
  }

  var labelFolders: [(kind: OutputFileKind, path: String)] {
    kinds.filter(\.isFolder).compactMap { kind in labels[kind].map { (kind, $0) } }
  }

  var kinds: [OutputFileKind] { OutputFileKind.labelled.filter { labels[$0] != nil } }

  /// The images and videos to write, by option.
  fileprivate var drawings: [(option: String, path: String)] {
    [("--annotate", annotate), ("--cutout", cutout?.path)].compactMap { option, path in path.map { (option, $0) } }
  }

  /// The name of an input's image or video in the folder of an option.
  fileprivate func imageName(_ option: String, of input: String, isVideo: Bool) -> String {
    if option == "--cutout", let cutout { return cutout.name(for: input, isVideo: isVideo) }
    return AnnotationNames.name(for: input, isVideo: isVideo)
  }
}

struct OutputPlan {
  private let request: OutputRequest
  private let names: OutputNames
  /// The options whose images and videos go into a folder.
  private let folderOptions: Set<String>
  let printsText: Bool

  init(
    _ request: OutputRequest, arguments: [String], sources: [InputList.Source], areSeveral: Bool, models: [String] = []
  ) throws(TasksError) {
    self.request = request
    if let masks = request.masks { try Self.requireFolderName(masks, option: "--segmentation-masks") }
    names = OutputNames(arguments: arguments, sources: sources)
    var folderOptions: Set<String> = []
    for (option, path) in request.drawings {
      if try Self.isFolder(path, option: option, areSeveral: areSeveral) { folderOptions.insert(option) }
    }
    self.folderOptions = folderOptions
    var conflicts = OutputConflicts(sources: sources, models: models, names: names)
    if let path = request.cocoImages { conflicts.protect(path, as: "the data set \(path)") }
    if case .image(let path)? = request.cutout?.background { conflicts.protect(path, as: "the background \(path)") }
    for (option, path) in request.files { try conflicts.claimFile(path, option: option) }
    var folders = [request.masks].compactMap { $0 } + request.labelFolders.map(\.path)
    for (option, path) in request.drawings {
      if folderOptions.contains(option) {
        folders.append(path)
        try conflicts.claimImages(in: path, option: option) {
          request.imageName(option, of: $0, isVideo: $1)
        }
      } else {
        try conflicts.claimFile(path, option: option)
      }
    }
    for (kind, folder) in request.labelFolders { try conflicts.claimLabels(kind, in: folder) }
    for folder in folders { try Self.refuse(folder, amongInputs: arguments) }
    if let masks = request.masks { try conflicts.checkMasks(in: masks) }
    printsText = request.wantsText && request.labels.isEmpty && !conflicts.usesStandardOutput
    if printsText { try conflicts.checkText() }
  }

  private static func isFolder(_ path: String, option: String, areSeveral: Bool) throws(TasksError) -> Bool {
    guard !path.isEmpty, path != "-" else {
      throw .invalidArgument("\(option) names \"\(path)\"; it takes a file or a folder.")
    }
    let kind = FilePlace(path: path).kind
    if kind == .folder || (kind == .nothing && path.hasSuffix("/")) { return true }
    guard areSeveral else {
      guard AnnotationNames.isWritable(path) else {
        throw .invalidArgument(
          "\(option) names \(path); allowed are .png, .jpg and .jpeg for an image, .mp4 for a video, or a folder.")
      }
      return false
    }
    guard kind == .nothing else {
      throw .invalidArgument("\(option) names the file \(path); several inputs need a folder.")
    }
    guard !path.isImageName, !path.isVideoName else {
      throw .invalidArgument(
        "\(option) names \(path), a file; several inputs need a folder. Name a folder, or \(path)/ to create one.")
    }
    return true
  }

  /// Rejects a folder without a name, and `-`, which is standard output.
  static func requireFolderName(_ path: String, option: String) throws(TasksError) {
    guard !path.isEmpty, path != "-" else {
      throw .invalidArgument("\(option) names \"\(path)\"; it takes a folder.")
    }
  }

  /// Rejects an output folder that is an input folder, since the next run would read results as inputs.
  static func refuse(_ folder: String, amongInputs arguments: [String]) throws(TasksError) {
    let place = FilePlace(path: folder)
    guard place.kind == .folder, arguments.compactMap(InputList.path).contains(where: { FilePlace(path: $0) == place })
    else { return }
    throw .invalidArgument("The output folder \(folder) is also an input; choose another folder.")
  }

  /// Opens the outputs, in the order of writing. When one is not writable, the files of the others are removed.
  func open(stop: StopSignal) throws -> [any ResultSink] {
    // Folders first, since files may be in them.
    let masks = try request.masks.map { try MaskImages(folder: $0, names: names) }
    let drawings = try request.drawings.map { option, path in
      let drawing: any ResultDrawing =
        if option == "--cutout", let cutout = request.cutout { try CutoutDrawing(cutout) } else { AnnotationDrawing() }
      return try DrawingSink(
        path: path, isFolder: folderOptions.contains(option), names: names, option: option, drawing: drawing)
    }
    var sinks: [any ResultSink] = []
    if let json = request.json { sinks.append(try LineSink.json(path: json, masks: masks, stop: stop)) }
    if let csv = request.csv { sinks.append(try LineSink.csv(path: csv, isTracked: request.isTracked, stop: stop)) }
    sinks += drawings
    if printsText { sinks.append(try LineSink.text(listsAll: request.listsAll, masks: masks, stop: stop)) }
    if let masks { sinks.append(masks) }
    for kind in request.kinds {
      guard let path = request.labels[kind], let type = kind.labels, let scheme = request.scheme else { continue }
      if kind == .coco, let dataSet = request.cocoImages {
        sinks.append(try COCOResultsSink(path: path, dataSet: dataSet, keypoints: request.keypoints, stop: stop))
        continue
      }
      sinks.append(
        try LabelSink(
          kind, type, path: path, scheme: scheme, keypoints: request.keypoints, names: names, stop: stop))
    }
    if let path = request.npy { sinks.append(try NPYSink(path: path, stop: stop)) }
    return sinks
  }
}
