import VisionEvaluation
import VisionTasks

/// Runs a task on labelled images. What fails is reported, and has no answer.
struct EvaluationRun {
  let orientation: ImageOrientation
  let poolSize: Int
  let isQuiet: Bool
  let outputs: EvaluationOutputs
  let makeTask: TaskRun.TaskMaker
  private let stop = StopSignal.shared

  func process(_ images: inout EvaluatedImages) throws {
    if let video = images.source.video { try processVideo(video, &images) } else { try processImages(&images) }
    try writeResults {
      // Older results are kept where there is none.
      if images.failedCount < images.count { try $0.noteGoodInput() }
      try $0.close()
    }
    if let status = stop.status { throw status }
  }

  private func processImages(_ images: inout EvaluatedImages) throws {
    let progress = isQuiet ? nil : ProgressReport(inputCount: images.count)
    let pool = try ImagePool(size: poolSize, orientation: orientation, makeTask: makeTask)
    // The pool answers in the order of its images, from which those that are not opened are missing.
    var submitted: [Int] = []
    var answered = 0
    func takeAll(_ answers: [ImagePool.Answer]) throws {
      for answer in answers {
        let place = submitted[answered]
        answered += 1
        switch answer {
        case .found(let output, let frame, let input):
          for warning in input.warnings { report("\(input.source): warning: \(warning)", progress) }
          try take(output, frame, of: input, isVideo: false, to: place, &images)
        case .failed(let source, let error, _): report("\(source): \(error.localizedDescription)", progress)
        }
        progress?.advanceByImage()
      }
    }
    for place in 0..<images.count where !stop.isRaised {
      let image = images.source.labels.images[place]
      guard let path = images.path(of: place) else {
        report("\(image.name): \(image.refusal ?? "It is not opened.")", progress)
        continue
      }
      let file = RawPath(path)
      guard file.status?.isRegularFile == true else {
        report("\(path): It does not exist, or is no regular file.", progress)
        continue
      }
      submitted.append(place)
      try takeAll(pool.submit(.path(file)))
    }
    try takeAll(pool.rest())
    progress?.interrupt()
  }

  /// Processes all frames up to the last labelled one: results depend on the frames before them.
  private func processVideo(_ path: String, _ images: inout EvaluatedImages) throws {
    let progress = isQuiet ? nil : ProgressReport(inputCount: 1)
    let frames = Dictionary(images.source.labels.images.enumerated().map { ($1.frame ?? 0, $0) }) { first, _ in first }
    let last = frames.keys.max() ?? 0
    let task = try makeTask(.video, nil)
    do {
      let input = try InputFrames(.file(path), .init(limit: last + 1))
      progress?.begin(frames: last + 1)
      while !stop.isRaised, let frame = try input.next() {
        do {
          let output = try task.output(of: frame, orientation, isTimed: true)
          if let place = frames[frame.index] { try take(output, frame, of: input, isVideo: true, to: place, &images) }
        } catch let status as ExitStatus { throw status } catch {
          report("\(path), frame \(frame.index): \(error.localizedDescription)", progress)
        }
        progress?.advance()
      }
      for note in input.notes { report("\(path): \(note)", progress) }
    } catch let status as ExitStatus { throw status } catch {
      report("\(path): \(error.localizedDescription)", progress)
    }
    progress?.end()
    progress?.interrupt()
  }

  private func take(
    _ output: any TaskOutput, _ frame: VideoFrame, of input: InputFrames, isVideo: Bool, to place: Int,
    _ images: inout EvaluatedImages
  ) throws {
    let size = frame.image.frameSize
    if let stated = images.source.labels.images[place].size, stated != size {
      StandardError.printLine(
        "\(input.source): warning: It has \(size.width) x \(size.height) pixels, and its labels are for \(stated.width) x "
          + "\(stated.height).")
    }
    images.add(output, to: place, size: size)
    let record = FrameRecord(
      file: input.source.description, frame: frame.index,
      timestampMs: isVideo ? frame.timestampInMilliseconds : nil, output: output)
    try writeResults { try $0.write(try record.json()) }
  }

  /// Metrics need no file of results: when it is lost, they are still measured.
  private func writeResults(_ body: (ResultFile) throws -> Void) throws {
    guard let results = outputs.results, outputs.lost.status == nil else { return }
    try outputs.lost.surviving { try body(results) }
    if let status = outputs.lost.status, !outputs.hasMetrics { throw status }
  }

  private func report(_ message: String, _ progress: ProgressReport?) {
    progress?.interrupt()
    StandardError.printLine(message)
  }
}
