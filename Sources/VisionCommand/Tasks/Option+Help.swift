import ArgumentParser

extension CompletionKind {
  /// What the shell completes where the help names a value: files for `path`, folders for `folder`. Nil is nothing.
  static func ofValue(named name: String?) -> CompletionKind? {
    switch name {
    case "folder": .directory
    case "path", "path.png|jpg", "path.json", "blur|colour|path", "input", "image": .file()
    default: nil
    }
  }
}

extension Option {
  /// An option whose value has a name of its own in the help, such as `path`.
  init<Wrapped: ExpressibleByArgument>(
    help: String, value name: String, completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    self.init(help: ArgumentHelp(help, valueName: name), completion: completion ?? .ofValue(named: name))
  }

  /// A number. Negative ones are read, too, so that the error says what is allowed.
  init<Number: ExpressibleByArgument>(help: String, number name: String) where Value == Number? {
    self.init(parsing: .unconditional, help: ArgumentHelp(help, valueName: name), transform: Number.parse)
  }

  /// A number with a default.
  init(wrappedValue: Value, help: String, number name: String) where Value: ExpressibleByArgument {
    // The parser states the default of what it reads itself only.
    let help = ArgumentHelp("\(help) (default: \(wrappedValue.defaultValueDescription))", valueName: name)
    self.init(wrappedValue: wrappedValue, parsing: .unconditional, help: help, transform: Value.parse)
  }
}

extension ExpressibleByArgument {
  /// Reads a number, or throws what is allowed, which the parser does not say.
  @Sendable static func parse(_ text: String) throws -> Self {
    if let value = Self(argument: text) {
      let isInfinite = (value as? any BinaryFloatingPoint)?.isInfinite ?? false
      guard !isInfinite || !text.contains(where: \.isNumber) else {
        throw ValidationError("the number is out of range.")
      }
      return value
    }
    guard let type = Self.self as? any FixedWidthInteger.Type else { throw ValidationError("a number is needed.") }
    // Which numbers are allowed says the check of those that can be read.
    if text.wholeMatch(of: /[-+]?[0-9]+/) != nil { throw ValidationError("the number is out of range.") }
    throw ValidationError("a whole number\(type.isSigned ? "" : " from 0") is needed.")
  }
}

extension Argument {
  /// Several values with a name of their own in the help.
  init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], help: String, value name: String
  ) where Value == [Element] {
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp(help, valueName: name), completion: .ofValue(named: name))
  }
}
