import VisionTasks

package struct CommandLineText: Sendable {
  package let arguments: [String]

  package init(_ settings: StudioSettings, input: CodeInput, modelName: String) {
    var arguments = [settings.task.name]
    switch input {
    case .camera: arguments.append("/dev/video0")
    case .image(let name), .video(let name): arguments.append(Self.path(name))
    }
    if modelName != settings.task.descriptor.defaultModel { arguments += ["--model", Self.path(modelName)] }
    for setting in settings.task.allSettings {
      if let value = settings.values[setting.key] { arguments += Self.option(setting, value, maskFolder: "masks") }
    }
    switch input {
    case .camera: break
    case .image(let name): arguments += Self.outputs(name, annotated: "png")
    case .video(let name): arguments += Self.outputs(name, annotated: "mp4")
    }
    self.arguments = arguments
  }

  package var text: String { (["vision"] + arguments).map(Self.quoted).joined(separator: " ") }

  /// The arguments of `vision worker` for a task, without its model. The values include paths of additional models.
  package static func workerArguments(
    _ task: StudioTask, values: [String: OptionValue], mode: RunningMode
  ) -> [String] {
    var arguments = [task.name, "--mode", mode == .image ? "image" : "video"]
    for option in task.type.descriptors + [CommonOptions.kernels, CommonOptions.rotation] {
      if let value = values[option.key] { arguments += Self.option(option, value, maskFolder: nil) }
    }
    return arguments
  }

  /// A setting's flag and value. Masks go to `maskFolder`; where that is nil, as for a worker, into responses.
  private static func option(_ setting: OptionDescriptor, _ value: OptionValue, maskFolder: String?) -> [String] {
    let flag = setting.flag
    switch value {
    case .toggle: return setting.kind == .masks ? [flag] + [maskFolder].compactMap { $0 } : [flag]
    case .number(let number): return [flag, Float(number).plainText]
    case .text(let text): return words(flag, text)
    case .names(let names): return words(flag, names.joined(separator: ","))
    }
  }

  /// A flag and its value: one word where the value begins with a dash, since it would be parsed as an option.
  private static func words(_ flag: String, _ value: String) -> [String] {
    value.utf8.first == UInt8(ascii: "-") ? [flag + "=" + value] : [flag, value]
  }

  private static func outputs(_ name: String, annotated ending: String) -> [String] {
    let base = path(name).withoutFileExtension
    return [
      OutputFileKind.annotated.flag, base + "-annotated." + ending, OutputFileKind.json.flag,
      base + "." + OutputFileKind.json.ending(isVideo: false),
    ]
  }

  /// Prefixes a name that begins with a dash, which would be parsed as an option.
  private static func path(_ name: String) -> String { name.utf8.first == UInt8(ascii: "-") ? "./" + name : name }

  static func quoted(_ word: String) -> String {
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,=:@%+")
    if !word.isEmpty, word.unicodeScalars.allSatisfy(plain.contains) { return word }
    // Split by scalars: a quotation mark followed by a combining mark is a different character.
    let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map { String($0) }
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}
