import VisionEvaluation
import VisionMedia

/// Where an evaluation goes: text, JSON, a page. Opened before any image is processed.
struct EvaluationOutputs {
  /// The results of the run; nil where they are not wanted.
  let results: ResultFile?
  let lost = LostOutputs()
  private let json, page: ResultFile?
  private let options: EvaluateOptions

  init(_ options: EvaluateOptions, models: [String], images: EvaluatedImages) throws {
    self.options = options
    var inputs = [options.labels, options.results, options.compare, options.classes].compactMap { $0 }
    let outputs = [("--json", options.json), ("--page", options.page), ("--write-results", options.writeResults)]
      .compactMap { option, path in path.map { (option, $0) } }
    // A new file replaces no image.
    if outputs.contains(where: { FilePlace(path: $0.1).kind == .regular }) { inputs += images.paths }
    var conflicts = OutputConflicts(sources: [], models: models, names: OutputNames(arguments: [], sources: []))
    for input in inputs { conflicts.protect(input, as: "the input \(input)") }
    for (option, path) in outputs { try conflicts.claimFile(path, option: option) }
    if let compare = options.compare, FilePlace(path: compare).kind != .pipe { _ = try LineReader(path: compare) }
    results = try options.writeResults.map { try ResultFile(path: $0) }
    json = try options.json.map { try ResultFile(path: $0, appearsWhole: true) }
    page = try options.page.map { try ResultFile(path: $0, appearsWhole: true) }
  }

  /// Whether metrics are wanted, so that work goes on when the results are lost.
  var hasMetrics: Bool { options.printsText || json != nil || page != nil }

  func write(_ evaluation: Evaluation, _ comparison: Comparison?, _ images: EvaluatedImages) throws {
    // First, so that a full disk does not take it away.
    if options.printsText {
      let text = EvaluationText(evaluation.report, comparison: comparison, listsAll: options.verbose)
      print(text.lines.map(\.escapingControlCharacters).joined(separator: "\n"))
    }
    if let json {
      let document = Document(evaluation: evaluation, comparison: comparison, worst: options.worst)
      try write(Data(try JSONText.pretty(document) + [UInt8(ascii: "\n")]), to: json)
    }
    if let page {
      let content = EvaluationPage(evaluation, comparison: comparison, limit: options.worst)
      try write(Data(content.html(CaseImages(evaluated: images).read(content.images)).utf8), to: page)
    }
  }

  private func write(_ data: Data, to file: ResultFile) throws {
    try lost.surviving {
      try file.write(contentsOf: data)
      try file.publishWhole()
    }
  }

  /// The JSON of `--json`.
  private struct Document: Encodable {
    struct Worst: Encodable {
      let file: String
      let frame: Int?
      let loss: Double
      let summary: String
    }

    let evaluation: Evaluation
    let comparison: Comparison?
    let worst: Int

    private enum Key: CodingKey { case version, worst, comparison }

    func encode(to encoder: any Encoder) throws {
      try evaluation.report.encode(to: encoder)
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(PackageVersion.current, forKey: .version)
      let images = evaluation.labels.images
      try container.encode(
        evaluation.worst(worst).map {
          Worst(file: images[$0.image].file, frame: images[$0.image].frame, loss: $0.loss, summary: $0.summary)
        }, forKey: .worst)
      try container.encodeIfPresent(comparison, forKey: .comparison)
    }
  }
}

/// The images of a page, made smaller. One that cannot be read again is skipped.
struct CaseImages {
  private static let side = 640
  private static let quality = 80

  let evaluated: EvaluatedImages

  func read(_ places: [Int]) -> [Int: EvaluationPage.Image] {
    do {
      return try evaluated.source.video.map { try frames(of: $0, places) } ?? single(places)
    } catch {
      StandardError.print("--page: no images: \(error.localizedDescription)")
      return [:]
    }
  }

  private func single(_ places: [Int]) -> [Int: EvaluationPage.Image] {
    places.reduce(into: [:]) { images, place in
      // Reported when it was processed; results of a file may be evaluated without the images.
      guard let path = evaluated.path(of: place), RawPath(path).status?.isRegularFile == true else { return }
      do {
        guard let frame = try InputFrames(.file(path), .init(takesFirstFrames: true)).next() else { return }
        images[place] = try small(frame.image)
      } catch { StandardError.printLine("--page: \(path): \(error.localizedDescription)") }
    }
  }

  private func frames(of video: String, _ places: [Int]) throws -> [Int: EvaluationPage.Image] {
    let wanted = Dictionary(places.map { (evaluated.source.labels.images[$0].frame ?? 0, $0) }) { first, _ in first }
    guard let last = wanted.keys.max() else { return [:] }
    let input = try InputFrames(.file(video), .init(limit: last + 1))
    var images: [Int: EvaluationPage.Image] = [:]
    while let frame = try input.next() {
      if let place = wanted[frame.index] { images[place] = try small(frame.image) }
    }
    return images
  }

  private func small(_ image: ImageBuffer) throws -> EvaluationPage.Image {
    let scale = min(1, Double(Self.side) / Double(max(image.width, image.height)))
    func scaled(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    let smaller = try image.scaled(toWidth: scaled(image.width), height: scaled(image.height))
    return EvaluationPage.Image(
      jpeg: try ImageFile.encode(smaller, as: .jpeg(quality: Self.quality)),
      size: image.frameSize)
  }
}
