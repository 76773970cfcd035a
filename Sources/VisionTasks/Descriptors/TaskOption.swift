import Foundation
import VisionCore

/// An option of a task's options class: its description, getter and setter.
package struct TaskOption<Options: DescribedOptions>: Sendable {
  /// The description.
  package let descriptor: OptionDescriptor
  /// Returns the value; nil if none is assigned and the default depends on the model or the machine.
  package let get: @Sendable (Options) -> OptionValue?
  /// Assigns a value. A value of another kind is ignored.
  package let set: @Sendable (Options, OptionValue) -> Void
  /// Reads the names that an option of kind `.names` may contain from a model file; nil for other kinds.
  package let vocabulary: (@Sendable (_ modelPath: String) throws -> CategoryVocabulary)?

  /// - Parameters:
  ///   - property: The Swift property.
  ///   - holder: The object with the property; the options by default.
  ///   - flag: The flag without dashes; by default the property in kebab case.
  ///   - group: The heading in a form.
  ///   - label: The name in a form.
  ///   - help: One sentence.
  ///   - details: Further sentences for a form.
  ///   - kind: The type and range of values.
  ///   - initial: The default of programs; by default that of the class.
  ///   - initialUnless: The flag of a toggle that disables `initial`.
  ///   - unset: The text for an option without an initial value.
  ///   - excludes: The flag of an option that excludes this one.
  ///   - needs: The flag of a toggle that this option requires.
  ///   - place: Where the option can be set besides the Swift API.
  ///   - vocabulary: Reads the names that a list may contain from a model file.
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

/// The category names of a model.
package struct CategoryVocabulary: Sendable {
  /// The kind of names in messages, such as `custom gestures`.
  package let subject: String
  /// The names; nil for a model without this classifier, empty for a model without names.
  package let names: [String]?

  package init(_ subject: String, _ names: [String]?) {
    self.subject = subject
    self.names = names
  }
}

extension TaskOption {
  /// A key path to a property of the options.
  package typealias Path<Value> = ReferenceWritableKeyPath<Options, Value> & Sendable

  /// Makes an option with a number from 0 to 1.
  package static func confidence(
    _ property: String, _ path: Path<Float>, group: String, label: String, help: String, details: String = "",
    place: OptionDescriptor.Place = .everywhere
  ) -> TaskOption {
    TaskOption(
      property, group: group, label: label, help: help, details: details, kind: .confidence, place: place,
      get: { .number($0[keyPath: path].decimal) },
      set: { options, value in value.number.map { options[keyPath: path] = Float($0) } })
  }

  /// Makes an option with an integer.
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

  /// Makes the option for the region of interest of all images, `--roi`.
  package static func region(group: String) -> TaskOption {
    TaskOption(
      "regionOfInterest", of: .program, flag: "roi", group: group, label: "Region",
      help:
        "The region of every image to run on, in fractions of its width and height, before --rotation: 0.25,0.25,0.5,0.5 is the middle.",
      kind: .region, unset: "the whole image", place: .commandOnly,
      get: { $0.baseOptions.regionOfInterest.map { .text("\($0.minX),\($0.minY),\($0.width),\($0.height)") } },
      set: { options, value in options.baseOptions.regionOfInterest = value.region })
  }

  /// Makes a Boolean option.
  package static func toggle(
    _ property: String, _ path: Path<Bool>, of holder: OptionDescriptor.Holder = .options, flag: String? = nil,
    group: String, label: String, help: String, details: String = "", kind: OptionKind = .toggle,
    excludes: String? = nil,
    place: OptionDescriptor.Place = .everywhere
  ) -> TaskOption {
    TaskOption(
      property, of: holder, flag: flag, group: group, label: label, help: help, details: details, kind: kind,
      excludes: excludes, place: place, get: { .toggle($0[keyPath: path]) },
      set: { options, value in options[keyPath: path] = value.isOn })
  }
}

extension Float {
  /// The number with the shortest decimal representation: 0.3 instead of 0.30000001.
  package var decimal: Double { Double("\(self)") ?? Double(self) }
}

extension String {
  /// A Swift name in kebab case: `num-hands` for `numHands`.
  fileprivate var kebabCased: String {
    reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
}
