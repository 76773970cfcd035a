import VisionErrors

/// An option of a task's options class: its description, and how it is read and written.
package struct TaskOption<Options: DescribedOptions>: Sendable {
  /// What programs know of it.
  package let descriptor: OptionDescriptor
  /// The value in force in some options; nil where none is assigned and the model or the machine decides.
  package let get: @Sendable (Options) -> OptionValue?
  /// Assigns a value of the option's kind; one of another kind changes nothing.
  package let set: @Sendable (Options, OptionValue) -> Void
  /// The names that the lists of an option of names may have, read from a model file; nil for the other kinds.
  package let vocabulary: (@Sendable (_ modelPath: String) throws -> CategoryVocabulary)?

  /// - Parameters:
  ///   - property: The property in Swift.
  ///   - holder: The object that has it; the options themselves by default.
  ///   - flag: The flag without dashes; by default the property in the way of flags.
  ///   - group: The heading in a form.
  ///   - label: The name in a form.
  ///   - help: One sentence.
  ///   - details: Further sentences for a form.
  ///   - kind: What values are allowed.
  ///   - initial: The default of programs, where it is not that of the class.
  ///   - initialUnless: The flag of the toggle with which it does not hold.
  ///   - unset: The name of the value in force when there is no initial one.
  ///   - excludes: The flag of an option that cannot be given beside it.
  ///   - needs: The flag of the toggle that has to be on.
  ///   - place: Where it can be set beside Swift.
  ///   - vocabulary: Reads the names that a list may have from a model.
  ///   - get: Reads the value.
  ///   - set: Assigns a value.
  package init(
    _ property: String, of holder: OptionDescriptor.Holder = .options, flag: String? = nil, group: String,
    label: String,
    help: String, details: String = "", kind: OptionKind, initial: OptionValue? = nil,
    initialUnless: String? = nil, unset: String? = nil, excludes: String? = nil, needs: String? = nil,
    place: OptionDescriptor.Place = .everywhere,
    vocabulary: (@Sendable (String) throws -> CategoryVocabulary)? = nil,
    get: @escaping @Sendable (Options) -> OptionValue?, set: @escaping @Sendable (Options, OptionValue) -> Void
  ) {
    let swiftDefault = get(Options())
    descriptor = OptionDescriptor(
      property: property, holder: holder, place: place, flagName: flag ?? property.kebabCased, group: group,
      label: label,
      help: help, details: details, kind: kind, swiftDefault: swiftDefault, initial: initial ?? swiftDefault,
      initialUnless: initialUnless, unsetText: unset, excludes: excludes, needs: needs)
    self.get = get
    self.set = set
    self.vocabulary = vocabulary
  }
}

/// The names of categories that a model reports.
package struct CategoryVocabulary: Sendable {
  /// What has the names, such as `custom gestures`, for messages.
  package let subject: String
  /// The names; nil for a model without this classifier, empty for one without names.
  package let names: [String]?

  package init(_ subject: String, _ names: [String]?) {
    self.subject = subject
    self.names = names
  }
}

extension TaskOption {
  /// A path to a property of the options.
  package typealias Path<Value> = ReferenceWritableKeyPath<Options, Value> & Sendable

  /// An option that is a number from 0 to 1.
  package static func confidence(
    _ property: String, _ path: Path<Float>, group: String, label: String, help: String, details: String = "",
    place: OptionDescriptor.Place = .everywhere
  ) -> TaskOption {
    TaskOption(
      property, group: group, label: label, help: help, details: details, kind: .confidence, place: place,
      get: { .number($0[keyPath: path].decimal) },
      set: { options, value in value.number.map { options[keyPath: path] = Float($0) } })
  }

  /// An option that is a whole number.
  package static func integer(
    _ property: String, _ path: Path<Int>, group: String, label: String, help: String, details: String = "",
    range: IntegerRange, initial: OptionValue? = nil, unset: String? = nil
  ) -> TaskOption {
    TaskOption(
      property, group: group, label: label, help: help, details: details, kind: .integer(range), initial: initial,
      unset: unset,
      get: { .number(Double($0[keyPath: path])) },
      set: { options, value in value.number.map(Int.clamped).map { options[keyPath: path] = $0 } })
  }

  /// An option that is on or off.
  package static func toggle(
    _ property: String, _ path: Path<Bool>, flag: String? = nil, group: String, label: String, help: String,
    details: String = "", kind: OptionKind = .toggle, excludes: String? = nil,
    place: OptionDescriptor.Place = .everywhere
  ) -> TaskOption {
    TaskOption(
      property, flag: flag, group: group, label: label, help: help, details: details, kind: kind, excludes: excludes,
      place: place, get: { .toggle($0[keyPath: path]) }, set: { options, value in options[keyPath: path] = value.isOn })
  }
}

extension Float {
  /// The number that its shortest text says: 0.3, where the nearest `Double` is 0.30000001.
  package var decimal: Double { Double("\(self)") ?? Double(self) }
}

extension String {
  /// A Swift name in the way of flags: `numHands` is `num-hands`.
  fileprivate var kebabCased: String {
    reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
}
