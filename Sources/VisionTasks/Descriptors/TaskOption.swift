/// One line of an options class's table: a property, and what programs know of it.
/// Validation, the values of programs and `copy(with:)` read and write the options through the table.
package struct TaskOption<Options: DescribedOptions>: Sendable {
  package typealias Vocabulary = @Sendable (_ modelPath: String) throws -> CategoryVocabulary

  package let descriptor: OptionDescriptor
  /// Returns the value; nil if none is assigned and the default depends on the model or the machine.
  package let get: @Sendable (Options) -> OptionValue?
  /// Assigns a value. A value of another kind is ignored.
  package let set: @Sendable (Options, OptionValue) -> Void
  let copy: @Sendable (Options, Options) -> Void
  package let vocabulary: Vocabulary?

  /// The arguments are what `OptionDescriptor` describes. By default the flag is the property in kebab case, the kind
  /// what the property's type allows, and the initial value that of the class.
  package init<Value: OptionProperty>(
    _ property: String, _ path: Options.Path<Value>, of holder: OptionDescriptor.Holder = .options, flag: String? = nil,
    group: String, label: String, help: String, details: String = "", kind: OptionKind = Value.kind,
    initial: OptionValue? = nil, evaluated: OptionValue? = nil, initialUnless: String? = nil, unset: String? = nil,
    excludes: String? = nil, needs: String? = nil, alternative: String? = nil,
    place: OptionDescriptor.Place = .everywhere, vocabulary: Vocabulary? = nil
  ) {
    let swiftDefault = Options()[keyPath: path].optionValue
    descriptor = OptionDescriptor(
      property: property, holder: holder, place: place, flagName: flag ?? property.words(separatedBy: "-"),
      group: group, label: label, help: help, details: details, kind: kind, swiftDefault: swiftDefault,
      initial: initial ?? swiftDefault, evaluated: evaluated, initialUnless: initialUnless, unsetText: unset,
      excludes: excludes, needs: needs, alternative: alternative)
    get = { $0[keyPath: path].optionValue }
    set = { options, value in Value.from(value).map { options[keyPath: path] = $0 } }
    copy = { $1[keyPath: path] = $0[keyPath: path] }
    self.vocabulary = vocabulary
  }

  /// The region of interest of all images, `--roi`, which every task has.
  package static var region: TaskOption {
    TaskOption(
      "regionOfInterest", \.baseOptions.regionOfInterest, of: .baseOptions, flag: "roi", group: "Input",
      label: "Region",
      help:
        "The part of every image to run on, its edges in fractions of the width and height before --rotation: 0.25,0.25,0.75,0.75 is the middle.",
      details: "Coordinates in results refer to the whole image.", unset: "the whole image")
  }
}

extension TaskOption where Options: TrackingTaskOptions {
  /// Makes the option of IDs that last.
  static func trackingIDs(group: String, of subject: OutputFormat.Subject) -> TaskOption {
    TaskOption(
      "shouldOutputTrackingIDs", \.shouldOutputTrackingIDs, flag: "track", group: group, label: "Tracking",
      help: "Give each \(subject.one) of videos and live streams a tracking ID that lasts, also through crossings.",
      details: "Drawings show the ID and a trail. Only for the camera and videos.")
  }
}

extension TaskOption {
  /// Makes the option of the overlap from which a subject is the same as in the previous frame.
  static func tracking(_ path: Options.Path<Float>, group: String, of subject: String) -> TaskOption {
    TaskOption(
      "minTrackingConfidence", path, group: group, label: "Tracking confidence",
      help: "Minimum overlap with the previous frame, 0 to 1, for a \(subject) to count as the same.",
      details: "Only for the camera and videos.")
  }

  /// Makes the option for how often a detector looks for further subjects.
  static func detectionInterval(
    _ property: String, _ path: Options.Path<Int>, group: String, of subjects: String, detector: String
  ) -> TaskOption {
    TaskOption(
      property, path, group: group, label: "Detection interval",
      help:
        "Frames from one run of the \(detector) to the next while some \(subjects) are tracked, but fewer than the maximum.",
      details:
        "Above 1 such frames are faster, and further \(subjects) are found later. Only for the camera and videos.",
      kind: .integer(IntegerRange(allowed: 1...Int.max, offered: 1...30, served: 300)))
  }
}

package struct CategoryVocabulary: Codable, Hashable, Sendable {
  /// The kind of names in messages, such as `custom gestures`.
  package let subject: String
  /// The names; nil for a model without this classifier, empty for a model without names.
  package let names: [String]?

  package init(_ subject: String, _ names: [String]?) {
    (self.subject, self.names) = (subject, names)
  }

  /// The length of all names in bytes.
  package var size: Int { (names ?? []).reduce(0) { $0 + $1.utf8.count } }
}

/// A type of option properties, and its values in programs.
package protocol OptionProperty: Sendable {
  static var kind: OptionKind { get }
  var optionValue: OptionValue? { get }
  /// Nil for a value of another kind.
  static func from(_ value: OptionValue) -> Self?
}

extension Bool: OptionProperty {
  package static var kind: OptionKind { .toggle }
  package var optionValue: OptionValue? { .toggle(self) }
  package static func from(_ value: OptionValue) -> Bool? { if case .toggle(let isOn) = value { isOn } else { nil } }
}

extension Int: OptionProperty {
  package static var kind: OptionKind { .integer(IntegerRange(allowed: nil, offered: 0...100, served: 100)) }
  package var optionValue: OptionValue? { .number(Double(self)) }
  package static func from(_ value: OptionValue) -> Int? { value.number.map(Int.clamped) }
}

extension Float: OptionProperty {
  package static var kind: OptionKind { .confidence }
  package var optionValue: OptionValue? { .number(decimal) }
  package static func from(_ value: OptionValue) -> Float? { value.number.map { Float($0) } }

  /// The number with the shortest decimal representation: 0.3 instead of 0.30000001.
  package var decimal: Double { Double("\(self)") ?? Double(self) }
}

extension String: OptionProperty {
  package static var kind: OptionKind { .text }
  package var optionValue: OptionValue? { .text(self) }
  package static func from(_ value: OptionValue) -> String? { value.text }
}

extension [String]: OptionProperty {
  package static var kind: OptionKind { .names }
  package var optionValue: OptionValue? { isEmpty ? nil : .names(self) }
  package static func from(_ value: OptionValue) -> [String]? { value.names }
}

extension CGRect: OptionProperty {
  package static var kind: OptionKind { .region }
  /// Nil for `.zero`, which is the whole image.
  package var optionValue: OptionValue? { self == .zero ? nil : .text("\(origin.x),\(origin.y),\(maxX),\(maxY)") }
  package static func from(_ value: OptionValue) -> CGRect? { value.region }
}

extension Optional: OptionProperty where Wrapped: OptionProperty {
  package static var kind: OptionKind { Wrapped.kind }
  package var optionValue: OptionValue? { self?.optionValue }
  package static func from(_ value: OptionValue) -> Wrapped?? { Wrapped.from(value) }
}
