import ArgumentParser

extension Option {
  /// An option whose value has a name of its own in the help, such as `path`.
  init<Wrapped: ExpressibleByArgument>(
    help: String, value name: String, completion: CompletionKind? = nil
  ) where Value == Wrapped? {
    self.init(help: ArgumentHelp(help, valueName: name), completion: completion)
  }

  /// A number. Negative ones are read, too, so that the error says what is allowed.
  init<Number: ExpressibleByArgument>(help: String, number name: String) where Value == Number? {
    self.init(parsing: .unconditional, help: ArgumentHelp(help, valueName: name))
  }

  /// A number with a default.
  init(wrappedValue: Value, help: String, number name: String) where Value: ExpressibleByArgument {
    self.init(wrappedValue: wrappedValue, parsing: .unconditional, help: ArgumentHelp(help, valueName: name))
  }
}

extension Argument {
  /// Several values with a name of their own in the help.
  init<Element: ExpressibleByArgument>(
    wrappedValue: [Element], help: String, value name: String
  ) where Value == [Element] {
    self.init(wrappedValue: wrappedValue, help: ArgumentHelp(help, valueName: name))
  }
}
