/// Option values in programs, by the options' keys.
extension TaskDefinition {
  /// The options that programs offer; the number of threads is last.
  package static var descriptors: [OptionDescriptor] {
    options.map(\.descriptor).filter { $0.place != .swiftOnly } + [CommonOptions.threads, CommonOptions.precision]
  }

  /// Checks values and their combination, not the keys of other tasks. `name` names an option in error messages.
  package static func check(
    _ values: [String: OptionValue], from source: OptionDescriptor.Source, naming name: (OptionDescriptor) -> String
  ) throws {
    for option in descriptors {
      if let other = descriptors.first(where: { $0.flagName == option.alternative }),
        !isOn(option, values), !isOn(other, values)
      {
        throw TasksError.invalidArgument(
          "\(option.label) and \(other.label.lowercased()) are both off, so nothing is left to find; add \(name(other))."
        )
      }
      guard let value = values[option.key] else { continue }
      try option.check(value, as: name(option), from: source)
      if let other = descriptors.first(where: { $0.flagName == option.excludes }), values[other.key] != nil {
        throw TasksError.invalidArgument(
          "\(name(other)) and \(name(option)) exclude each other; leave one of them out.")
      }
      if let other = descriptors.first(where: { $0.flagName == option.needs }), values[other.key]?.isOn != true {
        throw TasksError.invalidArgument("\(name(option)) needs \(name(other)).")
      }
    }
  }

  /// Replaces the names of further models by their paths. `path` receives a name in the catalog or a file.
  package static func resolvingModels(
    in values: [String: OptionValue], path: (String) throws -> String
  ) rethrows -> [String: OptionValue] {
    var values = values
    for option in descriptors {
      guard case .model(let name) = option.kind else { continue }
      let owner = descriptors.first { $0.flagName == option.needs }
      guard owner.map({ values[$0.key]?.isOn == true }) ?? true else { continue }
      values[option.key] = .text(try path(values[option.key]?.text ?? name))
    }
    return values
  }

  /// The properties of the toggles that values turn on, or that are on in programs.
  package static func enabledProperties(_ values: [String: OptionValue]) -> Set<String> {
    Set(descriptors.filter { isOn($0, values) }.map(\.property))
  }

  private static func isOn(_ toggle: OptionDescriptor, _ values: [String: OptionValue]) -> Bool {
    (values[toggle.key] ?? toggle.initial)?.isOn == true
  }

  /// Whether results have masks.
  package static func hasMasks(_ values: [String: OptionValue]) -> Bool {
    let enabled = enabledProperties(values)
    return format.parts.contains { ($0 as? MasksFormat)?.option.map(enabled.contains) ?? false }
  }

  package static func classNames(ofModelAt path: String) throws -> [String] {
    // A list to deny has the names of the list that it excludes. Reading them opens the model.
    try options.filter { $0.descriptor.excludes == nil }.compactMap(\.vocabulary).flatMap { try $0(path).names ?? [] }
  }

  /// Makes options from values; options without a value have the defaults of programs.
  package static func makeOptions(modelPath: String, mode: RunningMode, values: [String: OptionValue]) -> Options {
    let options = Options()
    options.baseOptions.modelAssetPath = modelPath
    options.runningMode = mode
    for option in Self.options {
      if let value = values[option.descriptor.key] ?? programDefault(of: option.descriptor, values) {
        option.set(options, value)
      }
    }
    if let threads = values[CommonOptions.threads.key]?.number.map(Int.clamped) {
      options.baseOptions.threadCount = threads
    }
    if let precision = values[CommonOptions.precision.key]?.text.flatMap(Precision.init) {
      options.baseOptions.precision = precision
    }
    return options
  }

  /// The programs' default of an option; nil if it is the Swift default or disabled by another option.
  private static func programDefault(of option: OptionDescriptor, _ values: [String: OptionValue]) -> OptionValue? {
    guard option.initial != option.swiftDefault else { return nil }
    let exception = descriptors.first { $0.flagName == option.initialUnless }
    return exception.map { values[$0.key]?.isOn == true } == true ? nil : option.initial
  }

  /// Makes a task from checked values with the paths of further models. `answer` receives the results of live-stream
  /// mode, `configure` sets base options such as threads and kernels.
  package static func makeTask(
    values: [String: OptionValue], modelPath: String, mode: RunningMode, answer: LiveAnswer? = nil,
    configure: (BaseOptions) -> Void = { _ in }
  ) throws -> any AnyVisionTask {
    let options = makeOptions(modelPath: modelPath, mode: mode, values: values)
    configure(options.baseOptions)
    return try makeTask(options, answer: answer)
  }

  /// Returns warnings, one sentence each, about values that are allowed but probably have no useful effect, such as
  /// names that the model does not know. `name` returns an option's name in the warnings.
  package static func warnings(
    about values: [String: OptionValue], modelPath: String, naming name: (OptionDescriptor) -> String = { $0.flag }
  ) throws -> [String] {
    let asked = options.filter { values[$0.descriptor.key] != nil }
    return warnings(about: values, vocabularies: try vocabularies(ofModelAt: modelPath, for: asked), naming: name)
  }

  /// The same for names that are known already, by the options' keys.
  package static func warnings(
    about values: [String: OptionValue], vocabularies: [String: CategoryVocabulary],
    naming name: (OptionDescriptor) -> String
  ) -> [String] {
    options.map(\.descriptor).flatMap { option -> [String] in
      guard let value = values[option.key] else { return [] }
      return option.warnings(about: value, vocabulary: vocabularies[option.key], as: name(option))
    }
  }

  /// The names that the model knows, by the keys of the options that take names.
  package static func vocabularies(ofModelAt path: String) throws -> [String: CategoryVocabulary] {
    try vocabularies(ofModelAt: path, for: options)
  }

  private static func vocabularies(
    ofModelAt path: String, for options: [TaskOption<Options>]
  ) throws -> [String: CategoryVocabulary] {
    try options.reduce(into: [:]) { found, option in found[option.descriptor.key] = try option.vocabulary?(path) }
  }
}

extension OptionDescriptor {
  /// Returns warnings about a value that is allowed but probably has no useful effect. `vocabulary` has the model's
  /// names, `given` is the option's name in the warnings, its flag by default.
  package func warnings(about value: OptionValue, vocabulary: CategoryVocabulary?, as given: String? = nil) -> [String]
  {
    let name = given ?? flag
    switch value {
    case .number(let threshold) where kind == .score && threshold > 1:
      return ["\(name) is \(Float(threshold).plainText), but scores are 0 to 1: nothing will be reported."]
    case .names(let names): return vocabulary?.warnings(about: names, as: name) ?? []
    default: return []
    }
  }
}

extension CategoryVocabulary {
  /// Names of this length together, in bytes, are listed in a warning.
  private static let listedLength = 100

  /// Returns warnings about names that the model does not know. `option` is where they are given.
  package func warnings(about given: [String], as option: String) -> [String] {
    guard let names else { return ["\(option) has no effect: the model has no \(subject)."] }
    // Every list is refused for a model without names.
    guard !names.isEmpty else { return [] }
    return given.firstOfEach.filter { !names.contains($0) }.map { name in
      "\(option): the model does not know \"\(name)\"; \(advice(on: name, names))"
    }
  }

  private func advice(on name: String, _ names: [String]) -> String {
    if let close = names.closest(to: name) { return "did you mean \"\(close)\"?" }
    return size <= Self.listedLength
      ? "its \(subject) are \(names.joined(separator: ", "))." : "`vision models info` lists the names of a model."
  }
}

extension [String] {
  fileprivate var firstOfEach: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
