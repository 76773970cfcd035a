/// The names, texts and models of a task.
package struct TaskDescriptor: Sendable {
  /// The names in the API.
  package struct SwiftNames: Sendable {
    /// The API that has the class.
    package enum API: Sendable {
      case mediaPipe
      case mlKit
    }

    package let api: API
    /// The task's class. The options class has this name and the suffix `Options`.
    package let type: String
    /// The variable name of a task.
    package let value: String
    /// The method name, or the common prefix of the method names.
    package let verb: String

    package init(_ type: String, value: String, verb: String, api: API = .mediaPipe) {
      self.type = type
      self.value = value
      self.verb = verb
      self.api = api
    }
  }

  /// The name on the command line, in requests and in JSON lines.
  package let name: String
  /// The title on a page.
  package let title: String
  /// One sentence for the command's help.
  package let abstract: String
  /// The task's models in the catalog, the default first.
  package let models: [String]
  package let swift: SwiftNames

  package init(
    name: String, title: String, abstract: String, models: [String], swift: SwiftNames
  ) {
    self.name = name
    self.title = title
    self.abstract = abstract
    self.models = models
    self.swift = swift
  }

  /// The default model's name in the catalog.
  package var defaultModel: String { models.first ?? "" }
}
