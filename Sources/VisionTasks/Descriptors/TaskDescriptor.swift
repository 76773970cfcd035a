/// The names, texts and models of a task.
package struct TaskDescriptor: Sendable {
  /// The names in displayed code.
  package struct SwiftNames: Sendable {
    /// The API that the code uses.
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
    /// The lines of code that print a `result`.
    package let printing: [String]

    package init(_ type: String, value: String, verb: String, printing: [String], api: API = .mediaPipe) {
      self.type = type
      self.value = value
      self.verb = verb
      self.printing = printing
      self.api = api
    }
  }

  /// The name on the command line, in requests and in JSON lines.
  package let name: String
  /// The title on a page.
  package let title: String
  /// One sentence for the command's help.
  package let abstract: String
  /// A few words for a page.
  package let summary: String
  /// The page's text until the camera shows a subject.
  package let invitation: String
  /// The task's models in the catalog, the default first.
  package let models: [String]
  package let swift: SwiftNames

  package init(
    name: String, title: String, abstract: String, summary: String, invitation: String, models: [String],
    swift: SwiftNames
  ) {
    self.name = name
    self.title = title
    self.abstract = abstract
    self.summary = summary
    self.invitation = invitation
    self.models = models
    self.swift = swift
  }

  /// The default model's name in the catalog.
  package var defaultModel: String { models.first ?? "" }
}
