/// One setting: what the page shows of it, which values it takes, and what it is called in Swift and on the command line.
///
/// The form, the checks, the options of the tasks and the code that is shown all come from these descriptions.
package struct Setting: Sendable {
  /// The object that has the property in Swift.
  package enum Owner: Sendable, Hashable {
    case options
    case baseOptions
    case cannedClassifier
    case customClassifier
  }

  package let key: SettingKey
  /// The heading under which the page shows it.
  package let group: String
  package let label: String
  /// What it does, one or two sentences for a person.
  package let explanation: String
  package let kind: SettingKind
  /// The value in force when none is chosen; nil where that is the model's own or the machine's business.
  package let initial: SettingValue?
  /// How the page calls the value when none is chosen and there is no initial one.
  package let unsetText: String?
  /// The option of the command, without dashes.
  package let flag: String
  package let owner: Owner
  /// The property in Swift.
  package let property: String
  /// The property's own default, where it differs from the initial value.
  package let propertyDefault: SettingValue?

  init(
    _ key: SettingKey, group: String, label: String, explanation: String, kind: SettingKind, initial: SettingValue?,
    unsetText: String? = nil, flag: String, owner: Owner = .options, property: String? = nil,
    propertyDefault: SettingValue? = nil
  ) {
    self.key = key
    self.group = group
    self.label = label
    self.explanation = explanation
    self.kind = kind
    self.initial = initial
    self.unsetText = unsetText
    self.flag = flag
    self.owner = owner
    self.property = property ?? key.rawValue
    self.propertyDefault = propertyDefault ?? initial
  }

  /// The same for a task whose options have the property elsewhere.
  func owned(by owner: Owner) -> Setting {
    Setting(
      key, group: group, label: label, explanation: explanation, kind: kind, initial: initial, unsetText: unsetText,
      flag: flag, owner: owner, property: property, propertyDefault: propertyDefault)
  }
}

extension Setting: Encodable {
  private enum CodingKeys: String, CodingKey {
    case key, group, label, explanation, kind, initial, unsetText, flag
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
    try container.encode(group, forKey: .group)
    try container.encode(label, forKey: .label)
    try container.encode(explanation, forKey: .explanation)
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(initial, forKey: .initial)
    try container.encodeIfPresent(unsetText, forKey: .unsetText)
    try container.encode("--" + flag, forKey: .flag)
  }
}
