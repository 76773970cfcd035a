import ArgumentParser
import VisionTasks

struct DescribedArgument: Sendable {
  let key, name: String
  let type: ArgumentType
  let help: ArgumentHelp

  /// By default the key is the name in camel case.
  init(_ name: String, key: String? = nil, _ type: ArgumentType = .text(), help: String, value: String?) {
    (self.key, self.name, self.type) = (key ?? name.camelCased, name, type)
    self.help = ArgumentHelp(help, valueName: value)
  }
}

/// Arguments that are created from descriptions, in the mirror of an empty value that ArgumentParser reads and decodes.
protocol DescribedArguments: ParsableArguments, CustomReflectable {
  static var described: [DescribedArgument] { get }
  /// The given values, by the arguments' keys; a given flag is on.
  var given: [String: OptionValue] { get set }
}

extension DescribedArguments {
  init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: AnyCodingKey.self)
    for argument in Self.described {
      given[argument.key] = try argument.type.value(of: AnyCodingKey(argument.key), in: container)
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: Self.described.map { ("_" + $0.key, $0.type.argument(.customLong($0.name), $0.help)) })
  }
}

enum ArgumentType: Sendable {
  case integer, float, number, names, list, flag
  case text(parsing: SingleValueParsingStrategy = .next, completion: CompletionKind? = nil)

  fileprivate func argument(_ name: NameSpecification, _ help: ArgumentHelp) -> Any {
    switch self {
    case .integer: Option<WholeNumber?>(name: name, parsing: .unconditional, help: help)
    case .float: Option<Float?>(name: name, parsing: .unconditional, help: help, transform: Float.parse)
    case .number: Option<Double?>(name: name, parsing: .unconditional, help: help, transform: Double.parse)
    case .text(let parsing, let completion):
      Option<String?>(
        name: name, parsing: parsing, help: help, completion: completion ?? .ofValue(named: help.valueName))
    case .names: Option<NameList?>(name: name, help: help)
    case .list: Option<[String]>(wrappedValue: [], name: name, parsing: .singleValue, help: help)
    case .flag: Flag(wrappedValue: false, name: name, help: help)
    }
  }

  fileprivate func value(
    of key: AnyCodingKey, in container: KeyedDecodingContainer<AnyCodingKey>
  ) throws -> OptionValue? {
    func given<Value>(_ type: Value.Type) throws -> Value? {
      try container.decode(Option<Value?>.self, forKey: key).wrappedValue
    }
    switch self {
    case .integer: return try given(WholeNumber.self).map { .number($0.value) }
    case .float: return try given(Float.self).map { .number($0.decimal) }
    case .number: return try given(Double.self).map { .number($0) }
    case .text: return try given(String.self).map { .text($0) }
    case .names: return try given(NameList.self).map { .names($0.names) }
    case .list:
      let names = try container.decode(Option<[String]>.self, forKey: key).wrappedValue
      return names.isEmpty ? nil : .names(names)
    case .flag: return try container.decode(Flag<Bool>.self, forKey: key).wrappedValue ? .toggle(true) : nil
    }
  }
}

/// A whole number. Another number, or one that is too large, is read, too, so that the error says what is allowed.
private struct WholeNumber: ExpressibleByArgument {
  let value: Double

  init?(argument: String) {
    guard argument.wholeMatch(of: /[-+]?[0-9]*\.?[0-9]*/) != nil,
      let value = Int(argument).map(Double.init) ?? Double(argument), value.isFinite
    else { return nil }
    self.value = value
  }
}

/// Category names separated by commas, as in `Victory,Thumb_Up`.
private struct NameList: ExpressibleByArgument {
  let names: [String]

  init?(argument: String) {
    names = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    if names.isEmpty { return nil }
  }
}
