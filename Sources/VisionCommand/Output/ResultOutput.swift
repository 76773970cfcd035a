import Foundation
import MediaPipeTasksVision

/// Where the results of a run go: JSON Lines, annotated pictures, text, progress.
final class ResultOutput {
  private let media: MediaOptions
  private let masks: MaskPictures?
  private let namesInputs: Bool
  private let annotatedPictures: AnnotatedPictures?
  private let jsonLines: LineWriter?
  private let progress: ProgressReport?
  private var input: InputFrames?

  /// - Parameters:
  ///   - media: What was asked for.
  ///   - masks: Where masks are written; nil without any.
  ///   - namesInputs: Whether results say which input they belong to.
  /// - Throws: `TasksError` when an output cannot be written.
  init(media: MediaOptions, masks: MaskPictures? = nil, namesInputs: Bool) throws {
    self.media = media
    self.masks = masks
    self.namesInputs = namesInputs
    annotatedPictures = try media.annotate.map { try AnnotatedPictures(path: $0, severalInputs: namesInputs) }
    jsonLines = try media.json.map { try LineWriter(path: $0) }
    // On one terminal a text result says enough about the progress.
    let showsProgress = StandardError.isTerminal && !media.quiet && !(media.printsText && isatty(STDOUT_FILENO) == 1)
    progress = showsProgress ? ProgressReport() : nil
  }

  /// Refuses an input that an output cannot show, before any work is done.
  func requireSupport(for input: InputFrames) throws {
    if input.isVideo, annotatedPictures != nil {
      throw TasksError(
        .unimplementedError, "Results cannot be drawn on videos yet; leave out --annotate, or use --json.")
    }
  }

  /// Starts with an input, of which at most `limit` frames are done.
  func begin(_ input: InputFrames, limit: Int?) {
    self.input = input
    let total = input.estimatedFrameCount
    progress?.begin(total: limit.map { min($0, total ?? $0) } ?? total)
  }

  /// Writes one frame's result to all outputs.
  func write(_ findings: any Findings, frame: InputFrame) throws {
    let timestamp = input?.isVideo == true ? frame.timestampInMilliseconds : nil
    let file = namesInputs ? input?.source.description : nil
    let maskFiles = try input.flatMap { input in
      try masks?.write(
        findings.masks ?? [], source: input.source, frame: frame.index, isVideo: input.isVideo)
    }
    if let jsonLines {
      let line = ResultLine(
        file: file, frame: frame.index, timestampMs: timestamp, findings: findings, maskFiles: maskFiles)
      try jsonLines.write(try line.json())
    }
    if let source = input?.source {
      try annotatedPictures?.write(findings, on: frame.image, source: source)
    }
    if media.printsText {
      let time = timestamp.map { "frame \(frame.index), \($0) ms" }
      let heading = [file, time].compactMap { $0 }.joined(separator: ", ")
      let lines = findings.lines(listsAll: media.verbose)
      print(((heading.isEmpty ? [] : [heading + ":"]) + lines).joined(separator: "\n"))
    }
    progress?.advance()
  }

  /// Ends with an input, whose damaged frames are worth a word.
  func end(_ input: InputFrames) {
    endProgress()
    if input.skippedFrames > 0 {
      StandardError.print("\(input.source): \(input.skippedFrames) damaged frames were left out")
    }
  }

  /// Leaves the progress line, so that messages start on a line of their own.
  func endProgress() { progress?.end() }
}
