import ArgumentParser
import VisionMedia
import VisionTasks

/// What a query is compared with: files of a folder, or vectors that an earlier run wrote.
struct ImageCollection {
  /// The files that are read: images, or the file of vectors.
  let sources: [InputList.Source]
  private let vectors: String?

  init(_ argument: String, isRecursive: Bool) throws {
    if Self.isVectors(argument) {
      (vectors, sources) = (argument, [.file(argument)])
      return
    }
    let list = InputList([argument], isRecursive: isRecursive)
    if let reason = list.emptyReason { throw ValidationError(reason) }
    (vectors, sources) = (nil, list.sources)
  }

  static func isVectors(_ argument: String) -> Bool { argument.fileExtension.lowercased() == "jsonl" }

  /// The images to read; none if there are vectors.
  var images: [InputList.Source] { vectors == nil ? sources : [] }

  /// Passes on the vectors of a file with the images' paths, which are relative to the current folder; nil for the
  /// frame of a video.
  ///
  /// - Throws: `TasksError` for a file that cannot be read.
  func forEachVector(_ receive: (InputList.Source, Result<EmbeddingVector?, any Error>) -> Void) throws {
    guard let vectors else { return }
    let reader = try LineReader(path: vectors)
    while let line = try reader.next() {
      if line.isEmpty { continue }
      do {
        let entry = try Self.entry(line)
        receive(.file(entry.file), .success(entry.vector))
      } catch { receive(.unreadable(name: "\(vectors), line \(reader.count)", reason: ""), .failure(error)) }
    }
  }

  private struct Line: Decodable {
    let file: String?
    /// The time of a video's frame; nil for an image.
    let timestampMs: Int?
    let embeddings: [EmbeddingVector]
  }

  private static func entry(_ line: [UInt8]) throws(TasksError) -> (file: String, vector: EmbeddingVector?) {
    let entry: Line
    do { entry = try JSONDecoder().decode(Line.self, from: Data(line)) } catch {
      throw .invalidArgument("This is no line of vision embed --json: it needs embeddings.")
    }
    guard let file = entry.file else {
      throw .invalidArgument("The line names no file, since vision embed had a single input; give it the folder.")
    }
    if entry.timestampMs != nil { return (file, nil) }
    guard let vector = entry.embeddings.first else { throw .invalidArgument("The line has no embedding.") }
    // Bytes are compared as the numbers that they stand for: the direction is the same.
    return (
      file,
      EmbeddingVector(headIndex: vector.headIndex, headName: vector.headName, values: .float32(vector.values.floats))
    )
  }
}
