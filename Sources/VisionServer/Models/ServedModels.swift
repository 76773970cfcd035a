import VisionCatalog
import VisionHTTP
import VisionTasks

/// All models that the server offers, by name. The list is fixed at the start: no request adds a name or a path.
struct ServedModels: Sendable {
  let all: [ServedModel]
  private let byName: [String: ServedModel]

  /// `warnings` says where those of a model's tasks go, by its name.
  init(
    _ options: ServerOptions, catalog: ModelCatalog, warnings: (String) -> WarningSink = { _ in .current }
  ) throws {
    let folder = options.modelFolder.map { URL(literalPath: $0) }
    let specs = try options.models.isEmpty ? Self.defaults(in: catalog) : ModelSpec.all(options.models)
    all = try specs.map { spec in
      try ServedModel(spec, warnings: warnings(spec.name)) { try Self.path(of: $0, in: folder, catalog: catalog) }
    }
    byName = Dictionary(all.map { ($0.name, $0) }) { $1 }
  }

  func model(_ name: String) throws -> ServedModel {
    guard let model = byName[name] else {
      throw TasksError.notFound(
        "There is no model \"\(name.prefix(64))\"; available are \(all.map(\.name).joined(separator: ", ")).")
    }
    return model
  }

  private static func defaults(in catalog: ModelCatalog) throws -> [ModelSpec] {
    let ready = catalog.entries.filter { catalog.isCached($0) }.map(\.name)
    let types = TaskRegistry.all.filter { ready.contains($0.descriptor.defaultModel) }
    guard !types.isEmpty else {
      throw TasksError.notFound(
        "No task's default model has been fetched; run: vision models fetch \(TaskRegistry.all[0].descriptor.defaultModel)"
      )
    }
    return try types.map { try ModelSpec($0.descriptor.name) }
  }

  /// The file of a model: one of the folder's own files by its name, or the catalog's.
  private static func path(of name: String, in folder: URL?, catalog: ModelCatalog) throws -> String {
    let files = try files(in: folder)
    let exact = files.first { $0.lastPathComponent == name }
    if let file = exact ?? files.first(where: { $0.deletingPathExtension().lastPathComponent == name }) {
      return file.path
    }
    do { return try catalog.path(of: name) } catch {
      guard let folder else { throw error }
      let names = files.isEmpty ? "no .task and .tflite files" : files.map(\.lastPathComponent).joined(separator: ", ")
      throw TasksError(
        error.code, "The model folder \(folder.shownPath) has \(names), and no \"\(name)\". \(error.message)")
    }
  }

  /// The model files of a folder, sorted, so that a name is the same file at every start.
  private static func files(in folder: URL?) throws(TasksError) -> [URL] {
    guard let folder else { return [] }
    var isFolder: ObjCBool = false
    // The list of a file is empty.
    if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), !isFolder.boolValue {
      throw TasksError.invalidArgument(
        "The model folder \"\(folder.shownPath)\" is a file; name the folder that it is in, and the file with --model.")
    }
    let files: [URL]
    do { files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) } catch {
      throw TasksError.notFound(
        "The model folder \"\(folder.shownPath)\" cannot be read: \(error.localizedDescription)")
    }
    return files.filter { ["task", "tflite"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
  }
}

struct ServedModel: Sendable {
  let name: String
  let type: any TaskDefinition.Type
  let path: String
  let values: [String: OptionValue]
  /// Whether the task's images are consecutive frames, which only a stream has.
  let isSequential: Bool
  /// The memory of a result's masks, in bytes for each pixel of the image.
  let maskBytes: Int
  /// The region of interest of a request's images; nil for the one in the options.
  private(set) var region: CGRect?
  /// Where the user of a request pointed; none for the point in the options.
  private(set) var points: [SIMD2<Double>] = []
  private let sink: WarningSink

  var format: OutputFormat { type.format }
  /// The properties of the options that are on.
  var options: Set<String> { type.enabledProperties(values) }
  var hasMasks: Bool { type.hasMasks(values) }

  init(_ spec: ModelSpec, warnings sink: WarningSink = .current, path: (String) throws -> String) throws {
    guard let type = TaskRegistry.task(spec.task) else {
      throw TasksError.invalidArgument("There is no task \"\(spec.task)\".")
    }
    let (file, values) = (try path(spec.model), try type.resolvingModels(in: spec.values, path: path))
    func properties<Task: TaskDefinition>(of type: Task.Type) throws -> (Bool, Int) {
      let options = type.makeOptions(modelPath: file, mode: .image, values: values)
      return (type.isSequential(options), try type.maskBytes(options))
    }
    (name, self.type, self.path, self.values) = (spec.name, type, file, values)
    self.sink = sink
    (isSequential, maskBytes) = try sink.collect { try properties(of: type) }
  }

  /// The model for a request's region of interest and its points, which are the texts of options' values.
  func seeing(_ region: String?, at points: String?) throws -> ServedModel {
    var model = self
    if let region, let option = type.descriptors.first(where: { $0.kind == .region }) {
      model.region = try option.value(parsing: region).region
    }
    if let points {
      guard let option = type.descriptors.first(where: { $0.kind == .points(isOne: false) }) else {
        throw TasksError.invalidArgument("\(name) takes no point; leave it out.")
      }
      model.points = (try option.value(parsing: points).points ?? []).map { SIMD2(Double($0.x), Double($0.y)) }
    }
    return model
  }

  /// Sentences about values that are allowed but probably have no useful effect, such as names that the model does not
  /// know.
  func warnings() throws -> [String] {
    try sink.collect { try type.warnings(about: values, modelPath: path) { $0.key } }
  }

  func makeTask(_ mode: RunningMode) throws -> any AnyVisionTask {
    // One session per core with one thread each has the highest throughput.
    let isUnset = values[CommonOptions.threads.key] == nil
    return try sink.collect {
      try type.makeTask(
        values: values, modelPath: path, mode: mode, configure: { if isUnset { $0.threadCount = 1 } })
    }
  }
}

/// A served model as the operator names it: `[NAME=]TASK[:MODEL][?OPTION=VALUE&…]`.
/// ```
/// gesture                          the task's default model, under the task's name
/// pose:pose_landmarker_full        another model, under its own name
/// hands=gesture?numHands=2         a name, and options of the task
/// ```
struct ModelSpec: Sendable, Hashable {
  let name, task, model: String
  let values: [String: OptionValue]

  private static let maxNameLength = 64
  /// Names that addresses and metrics use: of the statistics of all models, and of requests without a model.
  private static let reservedNames = ["stats", ServerMetrics.noModel]

  init(_ text: String) throws {
    let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let named = (halves.first ?? "").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let target = (named.last ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let taskName = String(target.first ?? "")
    guard let type = TaskRegistry.task(taskName) else {
      throw TasksError.invalidArgument(
        "The model \"\(text.shownPath)\" names no task; allowed are \(TaskRegistry.names.joined(separator: ", ")), as in pose or "
          + "pose:pose_landmarker_full."
          + (taskName.contains(",")
            ? " Commas do not separate models: give each a --model, or put spaces between them in \(ServerOption.variablePrefix)MODEL."
            : ""))
    }
    task = taskName
    model = target.count > 1 ? String(target[1]) : type.descriptor.defaultModel
    guard !model.contains("/") else {
      throw TasksError.invalidArgument(
        "The model \"\(text.shownPath)\" has a path; name the folder, --model-folder \(model.parentPath), and the file in it, "
          + "\(taskName):\(model.lastPathPart).")
    }
    name = named.count > 1 ? String(named[0]) : target.count > 1 ? model.withoutFileExtension : taskName
    guard Self.isName(name) else {
      throw TasksError.invalidArgument(
        "The model \"\(text)\" has the name \"\(name)\"; allowed are 1 to \(Self.maxNameLength) letters, digits, -, _ and dots."
      )
    }
    guard !Self.reservedNames.contains(name) else {
      throw TasksError.invalidArgument(
        "The model \"\(text)\" has the name \"\(name)\", which the server uses itself; give it another, as in my-\(name)=\(taskName)."
      )
    }
    values = try Self.values(halves.count > 1 ? halves[1] : "", of: type, in: text)
  }

  /// Models with names of their own.
  static func all(_ texts: [String]) throws -> [ModelSpec] {
    var names: Set<String> = []
    return try texts.map { text in
      let spec = try ModelSpec(text)
      guard names.insert(spec.name).inserted else {
        throw TasksError.invalidArgument(
          "Two models have the name \(spec.name); give one another, as in other=\(spec.task).")
      }
      return spec
    }
  }

  private static func values(
    _ text: Substring, of type: any TaskDefinition.Type, in spec: String
  ) throws -> [String: OptionValue] {
    var values: [String: OptionValue] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let option = type.descriptors.first(where: { $0.key == parts[0] }) else {
        throw TasksError.invalidArgument(
          "The model \"\(spec)\" has \"\(pair)\"; allowed are \(type.descriptors.map(\.key).joined(separator: ", ")), each "
            + "with = and a value.")
      }
      let value = try option.value(parsing: parts[1], as: option.key)
      guard values.updateValue(value, forKey: option.key) == nil else {
        throw TasksError.invalidArgument("The model \"\(spec)\" has \(option.key) twice; leave one of them out.")
      }
    }
    try type.check(values, from: .user) { $0.key }
    return values
  }

  /// Whether a name may stand in an address and in a metric's label.
  private static func isName(_ name: String) -> Bool {
    (1...maxNameLength).contains(name.utf8.count) && name.isPlain(or: "-_.") && name.contains { $0 != "." }
  }
}
