import VisionMedia
import VisionTasks

/// Ranks images by the similarity of their vectors to those of query images, and keeps the best of each query.
final class SimilarityRanking {
  struct Match {
    let source: InputList.Source
    let similarity: Double
  }

  struct Query {
    let source: InputList.Source
    fileprivate let place: FilePlace?
    fileprivate let vector: EmbeddingVector
    /// Best first; equal ones in the order of the images.
    fileprivate(set) var matches: [Match] = []
  }

  private(set) var queries: [Query] = []
  private(set) var failedCount = 0
  private let top: Int
  private let showsProgress: Bool
  private let stop: StopSignal
  private var progress: ProgressReport?
  private var videos: Set<String> = []

  init(top: Int, showsProgress: Bool, stop: StopSignal) {
    (self.top, self.showsProgress, self.stop) = (top, showsProgress, stop)
  }

  /// Images that cannot be read or compared are reported on standard error.
  func rank(_ collection: ImageCollection, by images: [InputList.Source], pool: ImagePool) throws {
    if showsProgress { progress = ProgressReport(inputCount: images.count + collection.images.count) }
    for source in images where !stop.isRaised { take(pool.submit(source)) { self.addQuery($0, $1) } }
    take(pool.rest()) { self.addQuery($0, $1) }
    for video in videos.sorted() {
      noteFailure(video, TasksError.invalidArgument("It is a video; images are compared."))
    }
    videos = []
    guard !queries.isEmpty else { return }
    for source in collection.images where !stop.isRaised { take(pool.submit(source)) { self.add($0, $1) } }
    take(pool.rest()) { self.add($0, $1) }
    var unchecked = Self.checkedImages
    try collection.forEachVector { source, vector in
      do {
        if let vector = try vector.get() {
          if unchecked > 0, let agrees = check(vector, of: source, by: pool) { unchecked = agrees ? unchecked - 1 : 0 }
          add(source, vector)
        } else {
          videos.insert(source.description)
        }
      } catch { noteFailure(source.description, error) }
    }
    if !videos.isEmpty, showsProgress {
      StandardError.print("left out \(videos.count.counted("video")); only images are compared")
    }
  }

  /// Warns where a vector of a file is not that of its image by this model: lines do not name their model. Returns
  /// whether they agree; nil where the image cannot be compared.
  private func check(_ vector: EmbeddingVector, of source: InputList.Source, by pool: ImagePool) -> Bool? {
    guard source.isImageFile(takesFirstFrames: true) else { return nil }
    for case .found(let output, _, _) in pool.submit(source) + pool.rest() {
      let vectors = output.parts.lazy.compactMap { $0 as? EmbeddingsPart }.flatMap(\.vectors)
      // What cannot be compared, such as other lengths, is an error of its own.
      guard let own = vectors.first, let similarity = try? own.cosineSimilarity(to: vector) else { return nil }
      if similarity >= Self.minimumAgreement { return true }
      progress?.interrupt()
      StandardError.printLine(
        "\(source): warning: its vector in the file is not that of this model (similarity "
          + String(format: "%.2f", similarity)
          + "). Name the file's model by --model; if the image has changed, write the "
          + "file again with vision embed --json.")
      return false
    }
    return nil
  }

  /// Models that were trained alike agree on some images.
  private static let checkedImages = 8
  /// Vectors that were quantized without being normalized agree with the model's as little as 0.94.
  private static let minimumAgreement = 0.9

  private func take(_ answers: [ImagePool.Answer], _ add: (InputList.Source, EmbeddingVector) -> Void) {
    for answer in answers {
      switch answer {
      case .found(_, _, let input) where input.isVideo: videos.insert(input.source.description)
      case .found(let output, _, let input):
        for warning in input.warnings { StandardError.printLine("\(input.source): warning: \(warning)") }
        let vectors = output.parts.lazy.compactMap { $0 as? EmbeddingsPart }.flatMap(\.vectors)
        if let vector = vectors.first { add(input.source, vector) }
      case .failed(let source, let error, _): noteFailure(source.description, error)
      }
      progress?.advanceByImage()
    }
  }

  private func noteFailure(_ name: String, _ error: any Error) {
    failedCount += 1
    progress?.interrupt()
    StandardError.printLine("\(name): \(error.localizedDescription)")
  }

  private func addQuery(_ source: InputList.Source, _ vector: EmbeddingVector) {
    queries.append(Query(source: source, place: source.path.map { FilePlace(path: $0) }, vector: vector))
  }

  private func add(_ source: InputList.Source, _ vector: EmbeddingVector) {
    let place = source.path.map { FilePlace(path: $0) }
    do {
      for index in queries.indices where place == nil || place != queries[index].place {
        let match = Match(source: source, similarity: try queries[index].vector.cosineSimilarity(to: vector))
        let matches = queries[index].matches
        let rank = matches.firstIndex { $0.similarity < match.similarity } ?? matches.count
        if rank >= top { continue }
        queries[index].matches.insert(match, at: rank)
        if matches.count == top { queries[index].matches.removeLast() }
      }
    } catch { noteFailure(source.description, error) }
  }

  /// A line for each result: rank, similarity and path.
  func text(namesImages: Bool) -> [String] {
    queries.flatMap { query -> [String] in
      let heading = namesImages ? ["\(query.source.description.escapingControlCharacters):"] : []
      let lines = query.matches.enumerated().map { rank, match in
        String(format: "%4d  %7.4f  ", rank + 1, match.similarity) + match.source.description.escapingControlCharacters
      }
      return heading + (lines.isEmpty ? ["no images to compare with"] : lines)
    }
  }

  private struct Record: Encodable {
    let file, image: String
    let rank: Int
    let similarity: Double
  }

  func json() throws -> [String] {
    try queries.flatMap { query in
      try query.matches.enumerated().map { rank, match in
        let record = Record(
          file: match.source.description, image: query.source.description, rank: rank + 1, similarity: match.similarity)
        return String(decoding: try JSONText.line(record), as: UTF8.self)
      }
    }
  }

  /// Draws each query image and its results. Files are read again; one that cannot be has an empty tile.
  func sheet(rotation: ImageOrientation) throws -> ImageBuffer {
    func thumbnail(_ source: InputList.Source) -> ImageBuffer? {
      // Standard input was read to its end, and a file may be gone: the tile says so by being empty.
      let frame = try? InputFrames(source, .init(takesFirstFrames: true)).next()
      return frame.flatMap { try? ContactSheet.thumbnail(of: $0.image.upright(from: rotation)) }
    }
    return try ContactSheet.draw(
      queries.map { query in
        [ContactSheet.Tile(image: thumbnail(query.source), caption: [query.source.name], isMarked: true)]
          + query.matches.enumerated().map { rank, match in
            ContactSheet.Tile(
              image: thumbnail(match.source),
              caption: [String(format: "%d   %.3f", rank + 1, match.similarity), match.source.name])
          }
      })
  }
}
