import VisionMedia
import VisionTasks

struct ImageSequence: Hashable, Sendable {
  /// The frame rate where none is given, FFmpeg's for image files.
  static let defaultFrameRate = 25.0

  let folder: RawPath
  /// The images, in order of their names; numbers in them count by value.
  let files: [RawPath]
  let frameRate: Double

  /// Joins the images of each folder into one sequence, which stands where the first of them was. A single image, and
  /// what lies between the images, stay inputs of their own.
  static func joining(_ sources: [InputList.Source], frameRate: Double) -> [InputList.Source] {
    var groups: [FolderIdentity: [(place: Int, frame: Frame)]] = [:]
    for (place, source) in sources.enumerated() {
      guard let frame = Frame(source), let folder = FolderIdentity(frame.file.folder) else { continue }
      groups[folder, default: []].append((place, frame))
    }
    var joined: [Int: InputList.Source?] = [:]
    for group in groups.values where group.count > 1 && group.contains(where: \.frame.isReadable) {
      for (place, _) in group { joined[place] = .some(nil) }
      let files = group.map(\.frame.file).sorted(by: precedes)
      joined[group[0].place] = .sequence(
        ImageSequence(folder: group[0].frame.file.folder, files: files, frameRate: frameRate))
    }
    return sources.enumerated().compactMap { place, source in joined[place] ?? source }
  }

  private static func precedes(_ first: RawPath, _ second: RawPath) -> Bool {
    switch first.name.compare(second.name, options: [.numeric, .literal]) {
    case .orderedAscending: true
    case .orderedDescending: false
    // Such as 1 and 01.
    case .orderedSame: first.bytes.lexicographicallyPrecedes(second.bytes)
    }
  }
}

/// A file that may be a frame of a sequence: an image, or one that has the name of an image and cannot be read.
private struct Frame {
  let file: RawPath
  let isReadable: Bool

  /// Nil for videos, animations and what is no file.
  init?(_ source: InputList.Source) {
    guard case .path(let path) = source, path.status?.isRegularFile == true, let isReadable = Self.isReadable(path)
    else { return nil }
    (file, self.isReadable) = (path, isReadable)
  }

  /// Whether it is an image; nil for an input of its own.
  private static func isReadable(_ path: RawPath) -> Bool? {
    let hasName = path.name.isImageName
    do {
      let file = try OpenFile(path)
      if let kind = try MediaKind.ofImageFile(file.path) { return kind == .image ? true : nil }
      guard hasName, case .unreadable = try MediaKind.inspect(contentsOfFile: file.path) else { return nil }
      return false
    } catch {
      // Reported when it is read.
      return hasName ? false : nil
    }
  }
}

/// Reads the frames of an `ImageSequence`. A damaged image is reported and skipped, as in a video; those after it keep
/// their times.
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
    (width, height) = try Self.size(of: sequence.files)
  }

  /// The size of the first image that can be read. What is wrong with others is reported in their turn.
  private static func size(of files: [RawPath]) throws -> (width: Int, height: Int) {
    var failure: (any Error)?
    for file in files {
      do {
        let image = try read(file) { _ in }
        return (image.width, image.height)
      } catch { failure = failure ?? error }
    }
    throw failure ?? TasksError.invalidArgument("There is no image.")
  }

  var skippedFrames: Int { state.withLock { $0.skippedFrames } }

  func next() throws -> VideoFrame? {
    while let index = takeNext() {
      let file = sequence.files[index]
      do {
        let image = try Self.read(file) { StandardError.printLine("\(file): warning: \($0)") }
        let time = VideoTime(
          value: index * Int(Self.scale), timescale: max(Int.clamped(sequence.frameRate * Self.scale), 1))
        return VideoFrame(
          image: image, index: index, timestampInMilliseconds: Int.clamped(Double(index) * 1000 / sequence.frameRate),
          presentationTime: time)
      } catch {
        state.withLock { $0.skippedFrames += 1 }
        StandardError.printLine("\(file): \(error.localizedDescription)")
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
