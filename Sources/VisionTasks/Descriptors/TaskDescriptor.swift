/// What programs say of a task.
package struct TaskDescriptor: Sendable {
  /// The names in the code that is shown.
  package struct SwiftNames: Sendable {
    /// Which API the code is written against.
    package enum API: Sendable {
      case mediaPipe
      case mlKit
    }

    package let api: API
    /// The task's class; its options are this name and `Options`.
    package let type: String
    /// What a value of the class is called.
    package let value: String
    /// The method, or the beginning of its methods' names.
    package let verb: String
    /// The lines that print a `result`.
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
  /// What a page calls it.
  package let title: String
  /// What it does, a sentence for the command's help.
  package let abstract: String
  /// What it does, a few words for a page.
  package let summary: String
  /// What a page says before the camera shows something.
  package let invitation: String
  /// Its models in the catalog, the default first.
  package let models: [String]
  package let swift: SwiftNames
  /// What is measured; empty for a task that MediaPipe does not have.
  package let benchmarks: TaskBenchmarks
  /// The options of a benchmark that states no others, by their keys.
  package let benchmarkValues: [String: OptionValue]

  package init(
    name: String, title: String, abstract: String, summary: String, invitation: String, models: [String],
    swift: SwiftNames, benchmarks: TaskBenchmarks = TaskBenchmarks(), benchmarkValues: [String: OptionValue] = [:]
  ) {
    self.name = name
    self.title = title
    self.abstract = abstract
    self.summary = summary
    self.invitation = invitation
    self.models = models
    self.swift = swift
    self.benchmarks = benchmarks
    self.benchmarkValues = benchmarkValues
  }

  /// The model that is taken when none is named.
  package var defaultModel: String { models.first ?? "" }
}
