import VisionCore

/// A frame or an image whose labels are written.
package struct LabelFrame: Sendable, Hashable {
  /// The video; nil for an image.
  package struct Video: Sendable, Hashable {
    /// The name in messages and COCO's files, and the path below the common folder of all inputs.
    package let source, name: String
    package let size: FrameSize

    package init(source: String, name: String, size: FrameSize) {
      (self.source, self.name, self.size) = (source, name, size)
    }
  }

  package let video: Video?
  /// The number in the video, from 0.
  package let index: Int
  package let timestampMs: Int?
  package let size: FrameSize
  /// The file's name in messages and COCO's files; made of the video's name and the number for a frame without a file.
  package let source: String
  /// The file's path below the common folder of all inputs.
  package let name: String

  package init(image source: String, name: String, size: FrameSize) {
    (video, index, timestampMs, self.size, self.source, self.name) = (nil, 0, nil, size, source, name)
  }

  /// `file` is the frame's own in a sequence of images.
  package init(_ video: Video, index: Int, timestampMs: Int?, file: String? = nil, size: FrameSize) {
    (self.video, self.index, self.timestampMs, self.size) = (video, index, timestampMs, size)
    let frame = "/\(index.frameDigits).jpg"
    source = file ?? video.source + frame
    name = video.name + (file.map { "/" + $0.lastPathPart } ?? frame)
  }
}

/// What happens to the files of a format, whose paths are below its folder; the path of a format of one file is empty.
package enum LabelStep: Sendable, Hashable {
  case write(String, to: String)
  /// Keeps a text that belongs behind others, such as the next frame of a track.
  case keep(String, under: Int)
  /// Writes and forgets what was kept under a number, in order.
  case release(Int, to: String)
  /// The file of an input is complete.
  case close(String)
  /// The format's own file is complete, for now.
  case renew(String)
}

/// A format of the tools people label with. A writer says what belongs into which file, and opens none.
package protocol LabelWriter: Sendable {
  init(_ scheme: LabelScheme)

  /// False for a format of videos; true by default.
  static var takesImages: Bool { get }
  /// The path of the first file that an input has to itself; nil for a format without one.
  static func file(of name: String, isVideo: Bool) -> String?

  /// Frames of a video come one after the other.
  mutating func add(_ objects: [LabelObject], of frame: LabelFrame) throws -> [LabelStep]
  mutating func endVideo() throws -> [LabelStep]
  mutating func finish() throws -> [LabelStep]
}

extension LabelWriter {
  package static var takesImages: Bool { true }
}

/// The classes that a task's labels can have.
package struct LabelScheme: Sendable, Hashable {
  package let task, version: String
  /// The keypoints of each class whose number is below the list's length, the last one's for others.
  private let layouts: [KeypointLayout?]
  /// The names by number, which grow with what is found.
  private(set) var names: [Int: String]

  /// The keypoints of the class with the most of them; nil without.
  var widestLayout: KeypointLayout? { layouts.compactMap { $0 }.max { $0.names.count < $1.names.count } }

  /// COCO's label files have `???` for the numbers without a class.
  package init(_ format: OutputFormat, classNames: [String], keypoints: KeypointChoice, version: String) {
    (task, self.version) = (format.task, version)
    let labels = format.parts.compactMap { $0.labels(keypoints) }
    layouts = labels.flatMap { labels in Array(repeating: labels.layout, count: max(labels.classNames.count, 1)) }
    let known = labels.flatMap(\.classNames)
    let names = (known.isEmpty ? classNames : known).enumerated().filter { $1 != "???" }
    self.names = Dictionary(uniqueKeysWithValues: names.map { ($0, $1.isEmpty ? "\($0)" : $1) })
  }

  func layout(of number: Int) -> KeypointLayout? {
    layouts.indices.contains(number) ? layouts[number] : layouts.last ?? nil
  }

  /// Whether a class is a new one.
  mutating func learn(_ category: LabelObject.Category) -> Bool {
    guard names[category.index] == nil else { return false }
    names[category.index] = category.name
    return true
  }

  var sortedNames: [(number: Int, name: String)] { names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
}
