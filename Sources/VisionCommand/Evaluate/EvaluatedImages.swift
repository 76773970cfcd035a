import VisionEvaluation
import VisionMedia
import VisionTasks

/// The images of a set of labels, and what was found in each.
struct EvaluatedImages {
  let source: LabelSource
  let content: LabelSet.Content
  private let task: String
  private(set) var answers: [ImageAnswer?]
  /// The sizes of the images as they were read; else those of the labels count.
  private(set) var sizes: [FrameSize?]
  /// Lines of results that cannot be read.
  private(set) var damagedLines = 0

  init(_ source: LabelSource, _ content: LabelSet.Content, task: String) {
    (self.source, self.content, self.task) = (source, content, task)
    answers = Array(repeating: nil, count: source.labels.images.count)
    sizes = Array(repeating: nil, count: source.labels.images.count)
  }

  var count: Int { answers.count }
  var failedCount: Int { answers.count { $0 == nil } }

  /// The same images with the sizes, and no answers.
  func forOtherResults() -> EvaluatedImages {
    var images = EvaluatedImages(source, content, task: task)
    images.sizes = sizes
    return images
  }

  mutating func add(_ output: any TaskOutput, to place: Int, size: FrameSize?) {
    answers[place] = ImageAnswer(output, content, size: size)
    sizes[place] = size
  }

  func evaluation(knownNames: [String]?, landmarks: LandmarksFormat?) throws -> Evaluation {
    var labels = source.labels
    labels.images = zip(labels.images, sizes).map { $0.sized($1) }
    return try Evaluation(
      labels: labels, answers: answers, content: content, knownNames: knownNames, landmarks: landmarks)
  }

  /// The files of all images, or the video.
  var paths: [String] { source.video.map { [$0] } ?? (0..<count).compactMap(path) }

  /// The file of an image; nil for one that must not be opened.
  func path(of place: Int) -> String? {
    let image = source.labels.images[place]
    guard image.refusal == nil else { return nil }
    return image.frame == nil ? source.folder.appendingPath(image.file) : source.video
  }
}

extension EvaluatedImages {
  private struct Head: Decodable {
    let file: String?
    let frame: Int?
    let task: String?
  }

  /// Takes answers from JSON Lines. Images without a line stay without an answer.
  mutating func readResults(_ path: String) throws {
    let lines = try LineReader(path: path)
    let finder = ImageFinder(source.labels.images)
    var (unknown, repeated) = (LabelProblems(), LabelProblems())
    var known: Set<Int> = []
    while let line = try lines.next() {
      if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
      let data = Data(line)
      let (head, output): (Head, any TaskOutput)
      do {
        head = try JSONDecoder().decode(Head.self, from: data)
        output = try TaskRegistry.output(from: data, task: task)
      } catch {
        damagedLines += 1
        if damagedLines <= 3 {
          StandardError.print("\(path): line \(lines.count) is no line of `vision \(task) --json`.")
        }
        continue
      }
      guard output.format.task == task else {
        throw TasksError.invalidArgument(
          "\(path) has results of \"\(output.format.task)\" in line \(lines.count); `vision evaluate \(task)` needs those of "
            + "\"\(task)\".")
      }
      guard let place = finder.place(file: head.file, frame: head.frame ?? 0) else {
        unknown.add("results of images that have no labels", head.file ?? "line \(lines.count)")
        continue
      }
      guard known.insert(place).inserted else {
        repeated.add("results of an image that has some", head.file ?? "line \(lines.count)")
        continue
      }
      let size = size(of: place)
      if size == nil, needsSize(place) { continue }
      add(output, to: place, size: size)
    }
    for problem in unknown.kinds + repeated.kinds { StandardError.print("\(path): left out \(problem.text)") }
    if damagedLines > 3 { StandardError.print("\(path): \(damagedLines) lines are no results of a task.") }
    let missing = failedCount
    if missing > 0 { StandardError.print("\(path): no result of \(missing.counted("image"))") }
  }

  /// Whether an image's labels and results cannot be compared without its size: one of them is in fractions of it.
  private func needsSize(_ place: Int) -> Bool {
    content == .keypoints || (content == .boxes && source.labels.images[place].isInFractions)
  }

  /// The size of an image: as it was read before, as its labels state, or as its file does.
  private func size(of place: Int) -> FrameSize? {
    let image = source.labels.images[place]
    if let size = sizes[place] ?? image.size { return size }
    guard needsSize(place), let path = path(of: place) else { return nil }
    if image.frame != nil, let size = sizes.lazy.compactMap({ $0 }).first { return size }
    do {
      guard let frame = try InputFrames(.file(path), .init(takesFirstFrames: true)).next() else { return nil }
      return frame.image.frameSize
    } catch {
      StandardError.print("\(path): \(error.localizedDescription)")
      return nil
    }
  }
}

/// Finds the labels of a result by the path of its image.
private struct ImageFinder {
  private let images: [LabelledImage]
  private var places: [String: [Int]] = [:]
  /// The file of all images, such as a video; nil where there are several.
  private let onlyFile: String?

  init(_ images: [LabelledImage]) {
    self.images = images
    for (place, image) in images.enumerated() { places[Self.key(image.file, image.frame), default: []].append(place) }
    let files = Set(images.map(\.file))
    onlyFile = files.count == 1 ? files.first : nil
  }

  private static func key(_ file: String, _ frame: Int?) -> String { "\(file.lastPathPart)/\(frame ?? 0)" }

  /// The labels' path has to be the end of the result's, or that of the labels', if there is one such image only. Of
  /// several the longest counts.
  func place(file: String?, frame: Int) -> Int? {
    guard let file = file ?? onlyFile else { return nil }
    let candidates = places[Self.key(file, frame)] ?? []
    func parts(of path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }
    func parts(_ place: Int) -> [Substring] { parts(of: images[place].file) }
    let path = parts(of: file)
    let longest = candidates.filter { path.suffix(parts($0).count).elementsEqual(parts($0)) }
      .max { parts($0).count < parts($1).count }
    if let longest { return longest }
    let fitting = candidates.filter { parts($0).suffix(path.count).elementsEqual(path) }
    return fitting.count == 1 ? fitting[0] : nil
  }
}
