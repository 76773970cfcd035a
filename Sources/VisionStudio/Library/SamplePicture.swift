/// A picture that is part of the program, for people who have none at hand. `SAMPLES.md` says where each is from.
struct SamplePicture: Encodable, Sendable {
  /// The file's name among the page's files.
  let file: String
  let title: String
  /// The name of the task that has the most to say about it.
  let task: String

  static let all = [
    SamplePicture(file: "thumb.jpg", title: "A thumb up", task: "gesture"),
    SamplePicture(file: "victory.jpg", title: "Two fingers up", task: "gesture"),
    SamplePicture(file: "yoga.jpg", title: "Sitting on a road", task: "pose"),
    SamplePicture(file: "coffee.jpg", title: "A cup of coffee", task: "detect"),
  ]
}
