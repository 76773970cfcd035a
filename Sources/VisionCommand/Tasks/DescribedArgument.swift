import ArgumentParser
import VisionTasks

/// A task option as a parser argument.
struct DescribedArgument {
  private let option: OptionDescriptor
  /// Whether the argument for masks takes a folder.
  private let writesFiles: Bool

  init(_ option: OptionDescriptor, writesFiles: Bool) {
    self.option = option
    self.writesFiles = writesFiles
  }

  /// The property wrapper that the parser finds in the mirror.
  var argument: Any {
    switch option.kind {
    case .confidence, .score: Option<Float?>(name: name, parsing: .unconditional, help: help)
    case .integer: Option<Int?>(name: name, parsing: .unconditional, help: help)
    case .text, .choice: Option<String?>(name: name, help: help)
    case .model(let model): Option<String?>(name: name, help: help, completion: .models([model]))
    case .region: Option<String?>(name: name, parsing: .unconditional, help: help)
    case .names: Option<NameList?>(name: name, help: help)
    case .masks where writesFiles: Option<String?>(name: name, help: help)
    case .toggle, .masks: Flag(wrappedValue: false, name: name, help: help)
    }
  }

  /// The given value; nil if absent. For masks written to files it is the folder.
  func decode(from container: KeyedDecodingContainer<ArgumentKey>) throws -> OptionValue? {
    let key = ArgumentKey(option.key)
    switch option.kind {
    case .confidence, .score:
      return try container.decode(Option<Float?>.self, forKey: key).wrappedValue.map { .number($0.decimal) }
    case .integer: return try container.decode(Option<Int?>.self, forKey: key).wrappedValue.map { .number(Double($0)) }
    case .text, .choice, .model, .region:
      return try container.decode(Option<String?>.self, forKey: key).wrappedValue.map { .text($0) }
    case .names: return try container.decode(Option<NameList?>.self, forKey: key).wrappedValue.map { .names($0.names) }
    case .masks where writesFiles:
      return try container.decode(Option<String?>.self, forKey: key).wrappedValue.map { .text($0) }
    case .toggle, .masks:
      let isGiven = try container.decode(Flag<Bool>.self, forKey: key).wrappedValue
      return isGiven ? .toggle(!option.initialIsOn) : nil
    }
  }

  private var name: NameSpecification { .customLong(String(option.flag.dropFirst(2))) }

  private var help: ArgumentHelp {
    var text = option.help
    if option.kind == .toggle, option.initialIsOn { text = "Do not " + text.prefix(1).lowercased() + text.dropFirst() }
    if option.kind == .masks {
      text +=
        writesFiles
        ? " Masks are written as grayscale PNGs into this folder; --annotate also draws them."
        : " Responses contain the masks as Base64 of float32 values."
    }
    if let value = option.defaultText { text += " (default: \(value))" }
    return ArgumentHelp(stringLiteral: text).named(option.valueName)
  }
}

extension OptionDescriptor {
  fileprivate var initialIsOn: Bool { initial?.isOn ?? false }
}

extension ArgumentHelp {
  fileprivate func named(_ value: String?) -> ArgumentHelp {
    var help = self
    help.valueName = value
    return help
  }
}
