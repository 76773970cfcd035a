import VisionMedia
import VisionTasks

struct ImageSequence: Hashable, Sendable {
  /// The frame rate where none is given, FFmpeg's for image files.
  static let defaultFrameRate = 25.0

  let folder: RawPath
  /// The images, in order of their names; numbers in them count by value.
  let files: [RawPath]
  let frameRate: Double

  /// Joins images of one folder that follow each other; single images and other inputs stay.
  static func joining(_ sources: [InputList.Source], frameRate: Double) -> [InputList.Source] {
    var result: [InputList.Source] = []
    var run: [RawPath] = []
    func endRun() {
      if run.count > 1, let folder = run.first?.folder {
        let files = run.sorted { first, second in
          switch first.name.compare(second.name, options: [.numeric, .literal]) {
          case .orderedAscending: true
          case .orderedDescending: false
          // Such as 1 and 01.
          case .orderedSame: first.bytes.lexicographicallyPrecedes(second.bytes)
          }
        }
        result.append(.sequence(ImageSequence(folder: folder, files: files, frameRate: frameRate)))
      } else {
        result += run.map { .path($0) }
      }
      run = []
    }
    for source in sources {
      guard source.isImageFile(takesFirstFrames: false), let file = source.files.first else {
        endRun()
        result.append(source)
        continue
      }
      if let last = run.last, last.folder != file.folder { endRun() }
      run.append(file)
    }
    endRun()
    return result
  }
}

/// Reads the frames of an `ImageSequence`. A damaged image is reported and skipped, as in a video.
final class ImageSequenceReader: FrameSource {
  let width, height: Int
  let frameRate: VideoFrameRate?
  var estimatedFrameCount: Int? { sequence.files.count }
  let isLive = false

  private struct State {
    var next = 0
    var skippedFrames = 0
    var isClosed = false
  }

  /// The units of time in a second for one frame per second: rates have up to three decimals.
  private static let scale = 1000.0
  private let sequence: ImageSequence
  private let state = Locked(State())

  init(_ sequence: ImageSequence) throws {
    self.sequence = sequence
    frameRate = VideoFrameRate(numerator: Int.clamped(sequence.frameRate * Self.scale), denominator: Int(Self.scale))
    let first = try sequence.files.first.map { try Self.read($0) { _ in } }
    (width, height) = (first?.width ?? 0, first?.height ?? 0)
  }

  var skippedFrames: Int { state.withLock { $0.skippedFrames } }

  func next() throws -> VideoFrame? {
    while let index = takeNext() {
      let file = sequence.files[index]
      do {
        let image = try Self.read(file) { StandardError.print("\(file): warning: \($0)") }
        let time = VideoTime(
          value: index * Int(Self.scale), timescale: max(Int.clamped(sequence.frameRate * Self.scale), 1))
        return VideoFrame(
          image: image, index: index, timestampInMilliseconds: Int.clamped(Double(index) * 1000 / sequence.frameRate),
          presentationTime: time)
      } catch {
        state.withLock { $0.skippedFrames += 1 }
        StandardError.print("\(file): \(error.localizedDescription)")
      }
    }
    return nil
  }

  func close() { state.withLock { $0.isClosed = true } }
  func file(ofFrame index: Int) -> String { sequence.files[index].description }

  private func takeNext() -> Int? {
    state.withLock { state in
      guard !state.isClosed, state.next < sequence.files.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  private static func read(_ file: RawPath, onWarning: (String) -> Void) throws -> ImageBuffer {
    let opened = try OpenFile(file)
    return try ImageFile.read(contentsOfFile: opened.path, onWarning: onWarning)
  }
}
