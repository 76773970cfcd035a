import VisionMedia
import VisionTasks

/// Writes a job's results frame by frame, as the command does: JSON Lines, CSV, NumPy and masks. Labels are made of
/// the lines.
/// Space is reserved before anything of a frame is written, so that a full disk leaves the frames before it complete.
final class JobWriter {
  private let files: JobFiles
  private let input: StoredFile
  private let hasMasks: Bool
  private let lines, table: FileHandle
  private let settings: StudioSettings
  private let classNames: [String]
  /// Nil for a task without embeddings.
  private let vectors: FileHandle?
  private var array = NPYArray()
  private var hasHeader = false
  private var header = ""
  /// That of the first frame; all of a video's are fitted to it.
  private var size: FrameSize?

  init(_ files: JobFiles, input: StoredFile, settings: StudioSettings, classNames: [String]) throws {
    (self.files, self.input, hasMasks) = (files, input, settings.hasMasks)
    (self.settings, self.classNames) = (settings, classNames)
    lines = try FileHandle(forWritingTo: files.url(.json))
    table = try files.create(.csv)
    vectors = settings.task.outputs.contains(.npy) ? try files.create(.npy) : nil
    try vectors?.write(contentsOf: array.header)
    if hasMasks { try FileManager.default.createDirectory(at: files.url(.masks), withIntermediateDirectories: false) }
  }

  /// Writes a frame's result, or nothing when the quota is exceeded. Returns the length of its JSON line in bytes.
  func append(_ output: any TaskOutput, of image: ImageBuffer, frame: Int, timestampMs: Int?) throws -> Int {
    let masks = hasMasks ? try Self.encoded(output, frame: input.isVideo ? frame : nil) : []
    let line =
      try FrameRecord(
        file: nil, frame: frame, timestampMs: timestampMs, output: output,
        masks: hasMasks ? .files(masks.map { "\(input.name).\($0.name)" }) : .omitted
      ).json() + "\n"
    let rows = csv(output, frame: frame, timestampMs: timestampMs)
    var array = array
    let row = vectors == nil ? nil : try array.row(of: output)
    try files.quota.reserve(
      line.utf8.count + rows.utf8.count + masks.reduce(0) { $0 + $1.bytes.count } + (row?.count ?? 0))
    for mask in masks { try mask.bytes.write(to: files.url(.masks).appending(path: mask.name)) }
    try table.write(contentsOf: Data(rows.utf8))
    if !rows.isEmpty { hasHeader = true }
    size = size ?? image.frameSize
    if let row, let vectors {
      try vectors.write(contentsOf: row)
      self.array = array
    }
    try lines.write(contentsOf: Data(line.utf8))
    return line.utf8.count
  }

  func finish() throws -> [OutputFileKind] {
    if !hasHeader, !header.isEmpty { try table.write(contentsOf: Data((header + "\n").utf8)) }
    if let vectors {
      try vectors.seek(toOffset: 0)
      try vectors.write(contentsOf: array.header)
    }
    try close()
    let kinds: [OutputFileKind] =
      size.map { size in
        let format = settings.task.type.format
        return files.offer(
          JobLabels(
            format: format,
            scheme: LabelScheme(format, classNames: classNames, keypoints: .all, version: PackageVersion.current),
            input: input.name, isVideo: input.isVideo, size: size))
      } ?? []
    return [.json, .csv] + kinds + (vectors == nil ? [] : [.npy]) + (hasMasks ? [.masks] : [])
  }

  func close() throws { for file in [lines, table, vectors] { try file?.close() } }

  private func csv(_ output: any TaskOutput, frame: Int, timestampMs: Int?) -> String {
    let table = OutputTable(output)
    let place = CSVLine.place(file: input.name, frame: frame, time: timestampMs)
    // A worker's frame without objects does not tell whether they are tracked.
    header = table.heading()
    guard !table.rows.isEmpty else { return "" }
    return ((hasHeader ? [] : [header]) + table.lines(after: place)).map { $0 + "\n" }.joined()
  }

  private static func encoded(_ output: any TaskOutput, frame: Int?) throws -> [(name: String, bytes: Data)] {
    try zip(output.maskNames, output.masks).map { name, mask in
      (MaskFileName.ending(frame: frame, mask: name), try ImageFile.png(of: mask))
    }
  }
}

struct JobFiles: Sendable {
  let folder: PrivateFolder
  let quota: DiskQuota
  private let isVideo: Bool
  private let labels = Locked<JobLabels?>(nil)

  init(in parent: PrivateFolder, isVideo: Bool, disk: DiskQuota) throws {
    folder = try parent.subfolder()
    quota = DiskQuota(within: disk)
    self.isVideo = isVideo
    _ = try create(.json)
  }

  func url(_ kind: OutputFileKind) -> URL { folder.url.appending(path: kind.ending(isVideo: isVideo)) }

  func create(_ kind: OutputFileKind) throws -> FileHandle {
    let url = url(kind)
    guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let handle = FileHandle(forWritingAtPath: url.path)
    else { throw TasksError.exhausted("The result file cannot be created; is the disk full?") }
    return handle
  }

  /// Takes what labels are made of, and returns their formats.
  func offer(_ labels: JobLabels) -> [OutputFileKind] {
    self.labels.withLock { $0 = labels }
    return labels.kinds
  }

  func members(_ kinds: [OutputFileKind], of input: String) throws -> [ZipArchive.Member] {
    let base = input.withoutFileExtension
    return try kinds.flatMap { kind -> [ZipArchive.Member] in
      if kind.labels != nil { try makeLabels(kind) }
      guard kind.isFolder else {
        return [ZipArchive.Member(name: base + "." + kind.ending(isVideo: isVideo), file: url(kind))]
      }
      // The names of masks on disk are short, as an input's name may have the longest length that there is.
      let start = kind == .masks ? "masks/" + input + "." : kind.ending(isVideo: isVideo) + "/"
      let folder = url(kind)
      // Masks, of which there may be many, are in no folders of their own.
      let names =
        try kind == .masks
        ? FileManager.default.contentsOfDirectory(atPath: folder.path)
        : FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { !folder.appending(path: $0).isFolder }
      return names.sorted().map { ZipArchive.Member(name: start + $0, file: folder.appending(path: $0)) }
    }
  }

  private func makeLabels(_ kind: OutputFileKind) throws {
    try labels.withLock { labels in
      let place = url(kind)
      guard let labels, !FileManager.default.fileExists(atPath: place.path) else { return }
      try labels.write(kind, of: url(.json), to: place, quota: quota)
    }
  }

  func remove() {
    folder.remove()
    quota.close()
  }
}

extension URL {
  fileprivate var isFolder: Bool { (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true }
}
