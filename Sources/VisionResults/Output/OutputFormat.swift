/// The names and the layout of a task's output, known without a result.
package struct OutputFormat: Sendable, Hashable {
  /// The words for what a task detects.
  package struct Subject: Sendable, Hashable, Codable {
    /// One of them, such as `hand`.
    package let one: String
    /// Several of them, such as `hands`.
    package let several: String

    package init(one: String, several: String) {
      self.one = one
      self.several = several
    }

    /// One of them as a headline: `Hand`.
    package var title: String { one.prefix(1).uppercased() + one.dropFirst() }

    /// Hands.
    package static let hand = Subject(one: "hand", several: "hands")
    /// People.
    package static let person = Subject(one: "person", several: "people")
    /// Objects.
    package static let object = Subject(one: "object", several: "objects")
  }

  /// The task's name, `task` in JSON.
  package let task: String
  /// The headline of the text output, such as `GestureRecognizerResult`.
  package let title: String
  /// The task's subject.
  package let subject: Subject
  /// The formats of its categories, in the order of the text output.
  package let categories: [CategoriesFormat]
  /// The topology of its landmarks; nil without landmarks.
  package let topology: LandmarkTopology?
  /// The format of its boxes; nil without boxes.
  package let boxes: BoxesFormat?
  /// The key of its masks in JSON, also present when there is no subject; nil for a task without masks.
  package let masksKey: String?

  package init(
    task: String, title: String, subject: Subject, categories: [CategoriesFormat] = [],
    topology: LandmarkTopology? = nil, boxes: BoxesFormat? = nil, masksKey: String? = nil
  ) {
    self.task = task
    self.title = title
    self.subject = subject
    self.categories = categories
    self.topology = topology
    self.boxes = boxes
    self.masksKey = masksKey
  }
}
