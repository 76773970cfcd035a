import VisionMedia
import VisionTasks

/// Writes a job's results frame by frame, as the command does: JSON Lines, CSV, COCO, NumPy and masks.
/// Space is reserved before anything of a frame is written, so that a full disk leaves the frames before it complete.
final class JobWriter {
  private let files: JobFiles
  private let input: StoredFile
  private let hasMasks: Bool
  private let lines, table: FileHandle
  /// Nil for a task without boxes of classes.
  private let objects: FileHandle?
  /// Nil for a task without embeddings.
  private let vectors: FileHandle?
  private var array = NPYArray()
  private var hasHeader = false
  private var coco: COCOEncoder
  private var videoID: Int?
  private var images = ""
  private var annotationCount = 0

  init(_ files: JobFiles, input: StoredFile, settings: StudioSettings, classNames: [String]) throws {
    (self.files, self.input, hasMasks) = (files, input, settings.hasMasks)
    coco = COCOEncoder(classNames: classNames)
    lines = try FileHandle(forWritingTo: files.url(.json))
    table = try files.create(.csv)
    objects = settings.task.outputs.contains(.coco) ? try files.create(.coco) : nil
    vectors = settings.task.outputs.contains(.npy) ? try files.create(.npy) : nil
    try vectors?.write(contentsOf: array.header)
    if hasMasks { try FileManager.default.createDirectory(at: files.url(.masks), withIntermediateDirectories: false) }
  }

  /// Writes a frame's result, or nothing when the quota is exceeded. Returns the length of its JSON line in bytes.
  func append(_ output: any TaskOutput, of image: ImageBuffer, frame: Int, timestampMs: Int?) throws -> Int {
    let masks = hasMasks ? try Self.encoded(output.masks, frame: input.isVideo ? frame : nil) : []
    let line =
      try FrameRecord(
        file: nil, frame: frame, timestampMs: timestampMs, output: output,
        masks: hasMasks ? .files(masks.map { "\(input.name).\($0.name)" }) : .omitted
      ).json() + "\n"
    let rows = csv(output, frame: frame, timestampMs: timestampMs)
    // Encoded in a copy: a frame that finds no space is none of the file's images.
    var coco = coco
    if objects != nil, input.isVideo, videoID == nil {
      videoID = coco.addVideo(name: input.name, width: image.width, height: image.height)
    }
    let records =
      objects == nil
      ? nil
      : try coco.add(
        output,
        of: COCOEncoder.Frame(
          fileName: input.name, width: image.width, height: image.height, videoID: videoID,
          frame: input.isVideo ? frame : nil, timestampMs: timestampMs))
    let annotations = records.map { $0.annotations.map { "," + $0 }.joined() } ?? ""
    var array = array
    let row = vectors == nil ? nil : try array.row(of: output)
    try files.quota.reserve(
      line.utf8.count + rows.utf8.count + annotations.utf8.count + (records?.image.utf8.count ?? 0) + 1
        + masks.reduce(0) { $0 + $1.bytes.count } + (row?.count ?? 0))
    for mask in masks { try mask.bytes.write(to: files.url(.masks).appending(path: mask.name)) }
    try table.write(contentsOf: Data(rows.utf8))
    hasHeader = true
    if let records, let objects {
      let start = self.coco.imageCount == 0 ? "{\"annotations\":[" : ""
      let isFirst = annotationCount == 0
      try objects.write(contentsOf: Data((start + (isFirst ? String(annotations.dropFirst()) : annotations)).utf8))
      annotationCount += records.annotations.count
      images += (images.isEmpty ? "" : ",") + records.image
      self.coco = coco
    }
    if let row, let vectors {
      try vectors.write(contentsOf: row)
      self.array = array
    }
    try lines.write(contentsOf: Data(line.utf8))
    return line.utf8.count
  }

  func finish() throws -> [OutputFileKind] {
    if let objects {
      let start = coco.imageCount == 0 ? "{\"annotations\":[" : ""
      let end = "\(start)],\(try coco.headJSON(version: PackageVersion.current)),\"images\":[\(images)]}"
      try objects.write(contentsOf: Data(end.utf8))
    }
    if let vectors {
      try vectors.seek(toOffset: 0)
      try vectors.write(contentsOf: array.header)
    }
    try close()
    return [.json, .csv] + (objects == nil ? [] : [.coco]) + (vectors == nil ? [] : [.npy]) + (hasMasks ? [.masks] : [])
  }

  func close() throws { for file in [lines, table, objects, vectors] { try file?.close() } }

  private func csv(_ output: any TaskOutput, frame: Int, timestampMs: Int?) -> String {
    let table = OutputTable(output)
    let place = CSVLine.place(file: input.name, frame: frame, time: timestampMs)
    let rows = (hasHeader ? [] : [CSVLine.placeColumns + table.columns]) + table.rows.map { place + $0 }
    return rows.map { CSVLine.text($0) + "\n" }.joined()
  }

  private static func encoded(_ masks: [Mask], frame: Int?) throws -> [(name: String, bytes: Data)] {
    try masks.enumerated().map { person, mask in
      let bytes = UnsafeBufferPointer(start: mask.uint8Data, count: mask.width * mask.height)
      let image = try ImageBuffer(copying: bytes, width: mask.width, height: mask.height, format: .gray)
      return (MaskFileName.ending(frame: frame, person: person), try ImageFile.encode(image, as: .png))
    }
  }
}

struct JobFiles: Sendable {
  let folder: PrivateFolder
  let quota: DiskQuota
  private let isVideo: Bool

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

  func members(_ kinds: [OutputFileKind], of input: String) throws -> [ZipArchive.Member] {
    let base = input.withoutFileExtension
    return try kinds.flatMap { kind -> [ZipArchive.Member] in
      guard kind == .masks else {
        return [ZipArchive.Member(name: base + "." + kind.ending(isVideo: isVideo), file: url(kind))]
      }
      return try FileManager.default.contentsOfDirectory(atPath: url(kind).path).sorted().map { name in
        // The names on disk are short, as an input's name may have the longest length that there is.
        ZipArchive.Member(name: "masks/" + input + "." + name, file: url(kind).appending(path: name))
      }
    }
  }

  func remove() {
    folder.remove()
    quota.close()
  }
}
