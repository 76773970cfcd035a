extension OptionDescriptor {
  /// The origin of a value, which decides the limits.
  package enum Source: Sendable {
    /// The user of a program: every value that the task accepts.
    case user
    /// A visitor of a server: lower limits.
    case visitor
  }

  private static let maxTextLength = 100
  private static let maxNameCount = 200

  /// Checks a value. `name` is the option's in error messages: its flag, its key or its property.
  package func check(_ value: OptionValue, as name: String, from source: Source = .user) throws {
    switch (kind, value) {
    case (.toggle, .toggle), (.masks, .toggle): return
    case (.confidence, .number(let number)): try Self.checkConfidence(number, as: name)
    case (.score, .number(let number)):
      if source == .visitor {
        try Self.checkConfidence(number, as: name)
      } else if number.isNaN {
        throw TasksError.invalidArgument("\(name) is \(number); any number is allowed.")
      }
    case (.integer(let range), .number(let number)):
      let isAll = range.hasAll && (source == .visitor ? number == -1 : number < 0)
      let range = source == .visitor ? range.forVisitors : range
      guard isAll || (number.rounded() == number && range.contains(Int.clamped(number))) else {
        throw TasksError.invalidArgument("\(name) is \(number.plainText); \(range.text).")
      }
    case (.choice(let words), .text(let text)):
      guard words.contains(text) else {
        throw TasksError.invalidArgument(
          "\(name) is \"\(text.prefix(Self.maxTextLength))\"; allowed are \(words.joined(separator: ", ")).")
      }
    case (.text, .text(let text)), (.model, .text(let text)):
      if source == .visitor { try Self.checkText(text, as: name) }
    case (.names, .names(let names)):
      if source == .visitor { try Self.checkNames(names, as: name) }
    case (.region, .text(let text)):
      guard OptionValue.text(text).region != nil else {
        throw TasksError.invalidArgument(
          "\(name) is \"\(text.prefix(Self.maxTextLength))\"; it takes LEFT,TOP,RIGHT,BOTTOM in fractions of the image, such as "
            + "0.25,0.25,0.75,0.75, each from 0 to 1, with LEFT below RIGHT and TOP below BOTTOM.")
      }
    case (.points(let isOne), .text(let text)):
      let count = OptionValue.text(text).points?.count ?? 0
      guard count > 0, count <= [SIMD2<Double>].maximumCount, !isOne || count == 1 else {
        throw TasksError.invalidArgument(
          "\(name) is \"\(text.prefix(Self.maxTextLength))\"; it takes "
            + (isOne ? "X,Y" : "X,Y,X,Y and so on, at most \([SIMD2<Double>].maximumCount) points,")
            + " in fractions of the image, each from 0 to 1.")
      }
    default:
      throw TasksError.invalidArgument("\(name) has a value of another kind; it takes \(kindText).")
    }
  }

  private static func checkConfidence(_ number: Double, as name: String) throws {
    guard (0...1).contains(number) else {
      throw TasksError.invalidArgument("\(name) is \(Float(number).plainText); allowed are 0 to 1.")
    }
  }

  private static func checkNames(_ names: [String], as name: String) throws {
    guard names.count <= maxNameCount else {
      throw TasksError.invalidArgument(
        "\(name) has \(names.count.counted("name")); at most \(maxNameCount) are allowed.")
    }
    for text in names { try checkText(text, as: name) }
  }

  private static func checkText(_ text: String, as name: String) throws {
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "," }
    guard !text.isEmpty, text.count <= maxTextLength, isPlain else {
      let fault =
        isPlain ? "a name of \(text.count.counted("character"))" : "a name with a comma or a control character"
      throw TasksError.invalidArgument(
        "\(name) has \(fault); 1 to \(maxTextLength) characters without commas and line ends are allowed.")
    }
  }

  private var kindText: String {
    switch kind {
    case .toggle, .masks: "true or false"
    case .confidence, .score: "a number"
    case .integer: "a whole number"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .text, .model: "a text"
    case .names: "a list of names"
    case .region: "LEFT,TOP,RIGHT,BOTTOM"
    case .points(let isOne): isOne ? "X,Y" : "X,Y,X,Y"
    }
  }

  /// Parses a value, for example of a benchmark's `NAME=VALUE`.
  package func value(parsing text: String, as name: String? = nil) throws -> OptionValue {
    let name = name ?? flagName
    let value: OptionValue? =
      switch kind {
      case .toggle, .masks: Bool(text).map { .toggle($0) }
      case .confidence, .score: Float(text).map { .number(Double($0)) }
      case .integer: Int(text).map { .number(Double($0)) }
      case .text, .choice, .model, .region, .points: .text(text)
      case .names: .names(text.split(separator: ",").map(String.init))
      }
    guard let value else { throw TasksError.invalidArgument("\(name) is \"\(text)\"; it takes \(kindText).") }
    try check(value, as: name)
    return value
  }
}

extension Int {
  /// The nearest integer, clamped to the range of `Int`; `Int.max` as a `Double`, which is 2^63, comes back as itself.
  package static func clamped(_ number: Double) -> Int { Int(exactly: number.rounded()) ?? (number > 0 ? .max : .min) }
}
