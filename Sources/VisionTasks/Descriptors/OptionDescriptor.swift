import Foundation

/// The description of one option of a task, from which everything is made that programs say and do about it: the command's flag
/// and help, the form's field, checks and their messages, the code and the command line that are shown.
package struct OptionDescriptor: Sendable {
  /// The object that has the property in Swift.
  package enum Holder: Sendable, Hashable {
    /// The task's options.
    case options
    /// Their `baseOptions`.
    case baseOptions
    /// The `ClassifierOptions` of a property, in a variable of this name.
    case classifier(property: String, variable: String)
  }

  /// Where an option can be set beside the Swift API.
  package enum Place: Sendable, Hashable {
    /// The command, workers and the page.
    case everywhere
    /// The command and workers: the page decides it itself.
    case commandOnly
    /// Nowhere.
    case swiftOnly
  }

  /// The property in Swift.
  package let property: String
  package let holder: Holder
  package let place: Place
  /// The flag without dashes and without the `no-` of a toggle that is on by default.
  package let flagName: String
  /// The heading under which a form shows it.
  package let group: String
  /// What a form calls it, two or three words.
  package let label: String
  /// One sentence of help.
  package let help: String
  /// Further sentences for a form, which has the room.
  package let details: String
  package let kind: OptionKind
  /// The value in force in Swift when none is assigned; nil where the model or the machine decides.
  package let swiftDefault: OptionValue?
  /// The value in force in programs when none is given; the Swift default where not stated.
  package let initial: OptionValue?
  /// The flag name of the toggle with which the initial value does not hold.
  package let initialUnless: String?
  /// The name of the value in force when there is no initial one, such as `all`.
  package let unsetText: String?
  /// The flag name of an option that cannot be given beside this one.
  package let excludes: String?
  /// The flag name of the toggle that has to be on for this option.
  package let needs: String?

  /// The name in addresses and requests: the flag in camel case, as `cannedMaxResults`.
  package var key: String {
    let words = flagName.split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }

  /// The flag of the command, with its dashes.
  package var flag: String { (kind == .toggle && initial == .toggle(true) ? "--no-" : "--") + flagName }

  /// What the command's value is called in its help; nil for a flag without one.
  package var valueName: String? {
    switch kind {
    case .confidence, .score: "x"
    case .integer: "n"
    case .toggle: nil
    case .masks: "folder"
    case .text: "text"
    case .names: "a,b"
    case .model: "name-or-path"
    }
  }

  /// The default as the command's help says it; nil for a flag without a value.
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
  private enum CodingKeys: String, CodingKey {
    case key, group, label, explanation, kind, initial, unsetText, flag
  }

  /// Writes what a form shows.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
    try container.encode(group, forKey: .group)
    try container.encode(label, forKey: .label)
    try container.encode([help, details].filter { !$0.isEmpty }.joined(separator: " "), forKey: .explanation)
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(initial, forKey: .initial)
    try container.encodeIfPresent(unsetText, forKey: .unsetText)
    try container.encode(flag, forKey: .flag)
  }
}
