import CMediaPipe
import VisionTasks

/// The layouts of options that MediaPipe's releases use. Fields follow the base options in order, each at a multiple of
/// its size, so the length of the base options and the order of the fields say where each one is.
enum OptionsLayout {
  /// Releases 1.0.0 to 1.2.2.
  case short
  /// Release 1.2.3, and `mediapipe.h`.
  case current

  /// The base options of 1.2.2; those of 1.2.3 have one field more.
  static let shortBase = 72

  var baseSize: Int { self == .short ? Self.shortBase : MemoryLayout<MpBaseOptions>.size }

  /// The layout of the last task with a running mode.
  private static let last = Locked(OptionsLayout.current)

  /// The layout of a task's options. Behind the short base options is the running mode, 1 to 3; in the current ones a
  /// pointer that is NULL or no such small number.
  init(ofTask options: UnsafeRawPointer) {
    let mode = options.load(fromByteOffset: Self.shortBase, as: UInt32.self)
    self = (1...3).contains(mode) ? .short : .current
    let layout = self
    Self.last.withLock { $0 = layout }
  }

  /// The layout of the options of an interactive segmenter, which have no running mode. Behind the short base options
  /// are two toggles; where both are off, the layout is that of the caller's other tasks.
  init(ofToggles options: UnsafeRawPointer) {
    let word = options.load(fromByteOffset: Self.shortBase, as: UInt64.self)
    self = word == 0 ? Self.last.withLock { $0 } : word <= 0x0101 ? .short : .current
  }
}

/// A field of a task's options in C, and the property that it sets.
struct OptionField: Sendable {
  /// A name in Swift, and the caller's.
  struct Name: Sendable {
    let property: String
    let name: String

    /// Without a name it is the property in snake case: `output_masks` for `shouldOutputMasks`.
    init(_ property: String, _ name: String? = nil) {
      let words = property.words(separatedBy: "_")
      self.property = property
      self.name = name ?? (words.hasPrefix("should_") ? String(words.dropFirst("should_".count)) : words)
    }
  }

  enum Kind: Sendable {
    case integer, float, toggle, text
    /// An integer that MediaPipe's graph checks, not its options: below 1 the error is internal, in Python
    /// RuntimeError.
    case count
    /// A number that leaves the threshold of the model's metadata where it is 0 or less.
    case metadataThreshold
    /// An array of texts, and their number.
    case texts
  }

  let option: Name
  let kind: Kind
  /// The property with classifier options that has this one; nil for one of the task's.
  let holder: Name?

  /// `name` is that in the caller's release, where it differs from the property's.
  init(_ property: String, _ kind: Kind, named name: String? = nil, of holder: Name? = nil) {
    (option, self.kind, self.holder) = (Name(property, name), kind, holder)
  }

  /// The fields of `MpClassifierOptions`. Callers always set the threshold, to 0 where they have none; there
  /// MediaPipe's classifiers of gestures take that of their metadata, those of images none.
  static func categories(of holder: Name? = nil) -> [OptionField] {
    [
      OptionField("displayNamesLocale", .text, of: holder), OptionField("maxResults", .integer, of: holder),
      OptionField("scoreThreshold", holder == nil ? .float : .metadataThreshold, of: holder),
      OptionField("categoryAllowlist", .texts, of: holder), OptionField("categoryDenylist", .texts, of: holder),
    ]
  }

  /// The names of the option, and of what holds it.
  var names: [Name] { [option, holder].compactMap(\.self) }

  func option<Options>(in table: [TaskOption<Options>]) throws -> TaskOption<Options> {
    let found = table.first { entry in
      guard entry.descriptor.property == option.property else { return false }
      if case .classifier(let name, _) = entry.descriptor.holder { return name == holder?.property }
      return holder == nil
    }
    guard let found else { throw TasksError(.internalError, "There is no option \(option.property).") }
    return found
  }
}

/// What `make` makes. Its errors about options get the names and the code that these have for the caller.
func renaming<Value>(_ fields: [OptionField], _ make: () throws -> Value) throws -> Value {
  do { return try make() } catch let error as TasksError where error.code == .invalidArgumentError {
    let wrong = fields.first { field in field.names.contains { error.message.hasPrefix($0.property) } }
    guard let wrong else { throw error }
    let text = fields.flatMap(\.names).reduce(error.message) { $0.replacing($1.property, with: $1.name) }
    throw TasksError(wrong.kind == .count ? .internalError : error.code, text)
  }
}

/// Reads the fields of options one after the other.
struct OptionsReader {
  let start: UnsafeRawPointer
  var offset: Int

  /// Sets the options of fields; `table` has all of the task.
  mutating func read<Options>(_ fields: [OptionField], into options: Options, by table: [TaskOption<Options>]) throws {
    for field in fields {
      if let value = try value(field.kind) { try field.option(in: table).set(options, value) }
    }
  }

  mutating func next<Value: BitwiseCopyable>(_ type: Value.Type) -> Value {
    let alignment = MemoryLayout<Value>.alignment
    offset = (offset + alignment - 1) / alignment * alignment
    defer { offset += MemoryLayout<Value>.size }
    return start.load(fromByteOffset: offset, as: type)
  }

  /// The value of the next field; nil for one that leaves the default.
  mutating func value(_ kind: OptionField.Kind) throws -> OptionValue? {
    switch kind {
    case .integer, .count: return .number(Double(next(Int32.self)))
    case .float: return .number(Double(next(Float.self)))
    case .metadataThreshold:
      let threshold = next(Float.self)
      return threshold <= 0 ? nil : .number(Double(threshold))
    case .toggle: return .toggle(next(UInt8.self) != 0)
    case .text:
      let text = next(UnsafePointer<CChar>?.self).map { String(cString: $0) } ?? ""
      return text.isEmpty ? nil : .text(text)
    case .texts:
      let texts = next(UnsafePointer<UnsafePointer<CChar>?>?.self)
      let count = Int(next(Int32.self))
      guard count > 0 else { return nil }
      let names = try required(texts, "A list of \(count.counted("name"))")
      return .names(try (0..<count).map { String(cString: try required(names[$0], "Name \($0) of a list")) })
    }
  }
}
