import VisionMedia
import VisionTasks

/// The labels of a batch, which are made of its lines when every part is there.
struct BatchLabels: Codable, Hashable, Sendable {
  let formats: [String]
  let keypoints: KeypointChoice
  /// The model's classes: folders are merged where the model may not be.
  let classNames: [String]

  var kinds: [OutputFileKind] { OutputFileKind.labelled.filter { formats.contains($0.name) } }

  var description: String {
    (kinds.map(\.flag) + (keypoints == .all ? [] : ["--keypoints \(keypoints.rawValue)"])).joined(separator: " ")
  }
}

/// Writes the labels of all parts of a folder. They appear when they are complete, in the place of older ones; other
/// files stay.
struct BatchLabelJoin {
  /// A sentence about labels that were left out.
  struct Note {
    let text: String
    /// Whether they are lost: another input has their file, or it cannot have the name.
    let isLoss: Bool
  }

  private let folder: BatchFolder
  private let description: BatchDescription
  private let format: OutputFormat
  /// The components of the folder that all inputs are in.
  private let root: [Substring]

  /// Nil for a batch without labels.
  init?(_ description: BatchDescription, in folder: BatchFolder) throws {
    guard description.labels != nil else { return nil }
    guard let task = TaskRegistry.task(description.task) else {
      throw TasksError.invalidArgument("There is no task \(description.task); was the batch made by another version?")
    }
    (self.folder, self.description, format) = (folder, description, task.format)
    root = try Self.root(description, folder)
  }

  func write() throws -> [Note] {
    guard let labels = description.labels else { return [] }
    return try labels.kinds.flatMap { kind in try kind.labels.map { try write(kind, $0, labels) } ?? [] }
  }

  private func write(_ kind: OutputFileKind, _ type: any LabelWriter.Type, _ labels: BatchLabels) throws -> [Note] {
    let staged = folder.hidden("labels-" + kind.name)
    try Self.remove(staged)
    let files = LabelFolder(staged, existing: .refused)
    var writer = type.init(
      LabelScheme(format, classNames: labels.classNames, keypoints: labels.keypoints, version: description.version))
    var (leftOut, collisions, notes) = (0, [String](), [Note]())
    func apply(_ steps: [LabelStep]) throws {
      do { try files.apply(steps) } catch let collision as LabelFolder.Collision {
        collisions.append(collision.path)
      } catch let error as TasksError where error.code == .invalidArgumentError {
        // The name of one input, which is too long with the ending of its labels.
        notes.append(Note(text: "\(kind.flag): \(error.message)", isLoss: true))
      } catch let error as TasksError { throw BatchFolderFailure(.writing, error) }
    }
    var video: (file: String, last: Int, value: LabelFrame.Video)?
    try forEachLine { line in
      let isVideo = line.timestampMs != nil
      guard isVideo || type.takesImages else {
        leftOut += 1
        return
      }
      // Segments of a video are inputs of their own, and go on where the one before ended.
      if let current = video, !isVideo || line.file != current.file || line.frame <= current.last {
        try apply(writer.endVideo())
        video = nil
      }
      let frame = try self.frame(line, &video)
      try apply(writer.add(line.objects(frame.size, labels.keypoints), of: frame))
    }
    try apply(writer.endVideo())
    try apply(writer.finish())
    try publish(kind, from: staged)
    let noun = "\(kind.flag): left out"
    if leftOut > 0 {
      notes.append(Note(text: "\(noun) \(leftOut.counted("image")), since \(kind.title) is for videos.", isLoss: false))
    }
    if let path = collisions.first {
      let text = "\(noun) \(collisions.count.counted("input")) with the file of another one, such as \(path)."
      notes.append(Note(text: text, isLoss: true))
    }
    return notes
  }

  private func frame(
    _ line: LabelLine, _ video: inout (file: String, last: Int, value: LabelFrame.Video)?
  ) throws -> LabelFrame {
    guard let file = line.file, let size = line.size else {
      throw BatchFolderFailure.unreadable(
        "A line in \(folder.path) has no file or size; start the batch again in another folder.")
    }
    let name = name(of: file)
    guard line.timestampMs != nil else { return LabelFrame(image: file, name: name, size: size) }
    let value = video?.value ?? LabelFrame.Video(source: file, name: name, size: size)
    video = (file, line.frame, value)
    return LabelFrame(value, index: line.frame, timestampMs: line.timestampMs, size: size)
  }

  private func forEachLine(_ body: (LabelLine) throws -> Void) throws {
    for part in description.parts {
      let lines = try FolderLines(path: folder.files(part).results)
      while let bytes = try lines.next() {
        let line: LabelLine
        do { line = try LabelLine(Data(bytes), format) } catch { throw BatchFolderFailure.damaged(lines.path, bytes) }
        try body(line)
      }
    }
  }

  /// Moves each file to its place. The user may keep others in a folder of labels, such as the images.
  private func publish(_ kind: OutputFileKind, from staged: String) throws {
    // A format without a single file, such as that of videos in a batch of images.
    guard BatchFolder.exists(staged) else { return }
    let place = folder.path.appendingPath(kind.ending(isVideo: false))
    // By bytes: texts in different Unicode forms are equal, but name different folders.
    var parents: Set<RawPath> = []
    for name in kind.isFolder ? try Self.files(below: staged) : [""] {
      let (source, target) = name.isEmpty ? (staged, place) : (staged.appendingPath(name), place.appendingPath(name))
      if parents.insert(RawPath(target.parentPath)).inserted { try Self.make(target.parentPath, for: kind) }
      try Self.move(source, to: target)
    }
    for parent in parents.map(\.description) { try BatchFolder.writing(parent) { try DurableFolder.flush(parent) } }
    try Self.remove(staged)
  }

  /// Renames a file, or copies it where its place is on another file system: a folder of labels may be a link.
  private static func move(_ source: String, to target: String) throws {
    try BatchFolder.writing(target) {
      if rename(source, target) == 0 { return }
      guard errno == EXDEV else { throw FileFailure() }
      let copy = try UnfinishedFile(for: target)
      do {
        try URL(literalPath: source).forEachPiece { try $0.write(to: copy.descriptor) }
      } catch let failure as FileFailure { throw failure } catch {
        throw BatchFolderFailure.unreadable("\(source) cannot be read: \(error.localizedDescription)")
      }
      try copy.publish()
    }
  }

  private static func make(_ folder: String, for kind: OutputFileKind) throws {
    do { try OutputFolder.make(folder, option: kind.flag) } catch { throw BatchFolderFailure(.writing, error) }
  }

  /// The paths of all files in a folder and those in it, relative to it.
  private static func files(below folder: String) throws -> [String] {
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
        FilePlace(path: folder.appendingPath($0)).kind != .folder
      }
    } catch {
      throw BatchFolderFailure.unreadable(
        "The folder \(folder) cannot be listed: \(error.localizedDescription)", .permissionDeniedError)
    }
  }

  private static func remove(_ path: String) throws {
    guard BatchFolder.exists(path) else { return }
    do { try FileManager.default.removeItem(atPath: path) } catch {
      throw BatchFolderFailure(
        .writing, TasksError(.permissionDeniedError, "\(path) cannot be removed: \(error.localizedDescription)"))
    }
  }

  // MARK: - Names

  /// Without `.` and `..`, which a member of an archive may have to lead out of the folder.
  private static func components(_ path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." && $0 != ".." }
  }

  private static func root(_ description: BatchDescription, _ folder: BatchFolder) throws -> [Substring] {
    let manifest = try ManifestReader(path: folder.manifest)
    var root: [Substring]?
    for number in description.numbers {
      let parent = components(try manifest.next(number: number).source.description).dropLast()
      root = root.map { zip($0, parent).prefix { $0.utf8.elementsEqual($1.utf8) }.map(\.0) } ?? Array(parent)
    }
    return root ?? []
  }

  private func name(of file: String) -> String {
    let components = Self.components(file)
    let isBelow = components.starts(with: root) { $0.utf8.elementsEqual($1.utf8) }
    let below = isBelow ? components.dropFirst(root.count) : components[...]
    return below.isEmpty ? "input" : below.joined(separator: "/")
  }
}
