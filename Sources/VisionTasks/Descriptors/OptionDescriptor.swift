import LiteRTEngine

/// The description of one option of a task. Programs derive everything from it: the command's flag and help, the page's
/// field, validation and its messages, and the displayed code and command line.
package struct OptionDescriptor: Sendable {
  /// The object with the Swift property.
  package enum Holder: Sendable, Hashable {
    case options
    case baseOptions
    /// The `ClassifierOptions` of a property; `variable` is their name in displayed code.
    case classifier(property: String, variable: String)
    /// The program itself: no property of a task's options in the Swift API.
    case program
  }

  /// Where an option can be set besides the Swift API.
  package enum Place: Sendable, Hashable {
    case everywhere
    /// The command and workers. The page chooses the value itself.
    case commandOnly
    case swiftOnly
  }

  package let property: String
  package var holder = Holder.options
  package var place = Place.everywhere
  /// The flag without dashes and without the `no-` of a toggle that is on by default.
  package let flagName: String
  package let group: String
  /// The option's name in a form, two or three words.
  package let label: String
  package let help: String
  package var details = ""
  package let kind: OptionKind
  /// The default in Swift; nil if it depends on the model or the machine.
  package var swiftDefault: OptionValue?
  /// The default in programs; the Swift default unless stated otherwise.
  package var initial: OptionValue?
  /// The default in evaluations; nil if it is that of programs.
  package var evaluated: OptionValue?
  /// The flag name of a toggle that disables `initial`.
  package var initialUnless: String?
  /// The text for an option without an initial value, such as `all`.
  package var unsetText: String?
  /// The flag name of an option that excludes this one.
  package var excludes: String?
  /// The flag name of a toggle that this option requires.
  package var needs: String?
  /// The flag name of a toggle of which this toggle can take the place: at least one of both is on.
  package var alternative: String?

  /// The name in URLs and requests: the flag in camel case, such as `cannedMaxResults`.
  package var key: String { flagName.camelCased }

  package var flag: String { (kind == .toggle && initial == .toggle(true) ? "--no-" : "--") + flagName }

  /// The placeholder of the value in the command's help; nil for a flag without a value.
  package var valueName: String? {
    switch kind {
    case .confidence, .score: "x"
    case .integer: "n"
    case .toggle: nil
    case .masks: "folder"
    case .text: "text"
    case .choice(let words): words.joined(separator: "|")
    case .names: "a,b"
    case .region: "left,top,right,bottom"
    case .points(let isOne): isOne ? "x,y" : "x,y,x,y"
    case .model: "name-or-path"
    }
  }

  /// The default in the command's help; nil for a flag without a value.
  package var defaultText: String? {
    switch (kind, initial) {
    case (.toggle, _), (.masks, _): nil
    case (.model(let name), _): name
    case (_, .number(let number)?) where number == -1 && unsetText != nil: unsetText
    case (_, .number(let number)?): Float(number).plainText
    case (_, .text(let text)?): text
    default: unsetText
    }
  }
}

extension OptionDescriptor: Encodable {
  private struct Form: Encodable {
    let key, group, label, explanation, flag: String
    let kind: OptionKind
    let initial: OptionValue?
    let initialUnless, unsetText: String?
  }

  package func encode(to encoder: any Encoder) throws {
    let explanation = [help, details].filter { !$0.isEmpty }.joined(separator: " ")
    let form = Form(
      key: key, group: group, label: label, explanation: explanation, flag: flag, kind: kind, initial: initial,
      initialUnless: initialUnless?.camelCased, unsetText: unsetText)
    try form.encode(to: encoder)
  }
}

/// Options that are no task's own.
package enum CommonOptions {
  package static let threads = OptionDescriptor(
    property: "threadCount", holder: .baseOptions, flagName: "threads", group: "Speed", label: "Threads",
    help: "The threads of one inference.",
    details: "Left alone, it is the number that was measured to be best for the task.",
    kind: .integer(IntegerRange(allowed: 1...BaseOptions.threadCounts.upperBound, offered: 1...8, served: 64)),
    unsetText: "automatic")

  package static let kernels = OptionDescriptor(
    property: "kernels", holder: .baseOptions, flagName: "kernels", group: "Speed", label: "Kernels",
    help: "Convolution kernels: this package's where they are faster, LiteRT's, or this package's.",
    kind: .choice(Kernels.allCases.map(\.rawValue)), swiftDefault: .text(Kernels.automatic.rawValue),
    initial: .text(Kernels.automatic.rawValue))

  package static let precision = OptionDescriptor(
    property: "precision", holder: .baseOptions, flagName: "precision", group: "Speed", label: "Precision",
    help: "How precisely models compute; reduced and low take less time where the processor multiplies 16-bit numbers.",
    kind: .choice(Precision.allCases.map(\.rawValue)), swiftDefault: .text(Precision.exact.rawValue),
    initial: .text(Precision.exact.rawValue))

  package static let rotation = OptionDescriptor(
    property: "orientation", holder: .program, flagName: "rotation", group: "Input", label: "Rotation",
    help:
      "Clockwise rotation that makes the image upright, after the file's own orientation; coordinates refer to the image before this rotation.",
    kind: .choice(["0", "90", "180", "270"]), initial: .text("0"))

  package static let maxFrames = OptionDescriptor(
    property: "", holder: .program, flagName: "max-frames", group: "Input", label: "Maximum frames",
    help: "Maximum number of frames per input.", details: "Only for videos.",
    kind: .integer(IntegerRange(allowed: 1...Int.max, offered: 1...Int(Int32.max), served: Int(Int32.max))),
    unsetText: "all")
}
