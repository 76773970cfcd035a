import VisionModels

/// A bundle that is put together from files of the catalog, since no network that we know of has it as it is.
struct BundleAssembly: Sendable {
  /// A member of the bundle: a file of the catalog, or a member of one.
  struct Member: Sendable {
    let name: String
    let entry: CatalogEntry
    /// Makes the member of the whole file; nil takes the file's member of the same name.
    var patch: BytePatch?
  }

  /// The name in commands.
  let name: String
  let members: [Member]

  /// The bundle's entry in the catalog.
  var entryName: String { name + "_landmarker" }

  static let all = [holistic]

  /// The body, the face and both hands of one person.
  static let holistic: BundleAssembly = {
    func members(_ names: String..., of entryName: String) -> [Member] {
      CatalogEntry.models.filter { $0.name == entryName }.flatMap { entry in
        names.map { Member(name: $0 + ".tflite", entry: entry) }
      }
    }
    return BundleAssembly(
      name: "holistic",
      members: members("face_detector", "face_landmarks_detector", "face_blendshapes", of: "face_landmarker")
        + members("hand_landmarks_detector", of: "hand_landmarker")
        + [Member(name: "hand_roi_refinement.tflite", entry: .handRegions, patch: .handRegionMetadata)]
        + members("pose_detector", "pose_landmarks_detector", of: "pose_landmarker_full"))
  }()
}

extension CatalogEntry {
  /// The network that finds the exact region of a hand. No task takes it by itself, so it is in no list.
  fileprivate static let handRegions = CatalogEntry(
    name: "hand_recrop", kind: .model, summary: "hand regions from a pose", fileName: "hand_recrop.tflite",
    byteCount: 123_792, sha256: "67d996ce96f9d36fe17d2693022c6da93168026ab2f028f9e2365398d8ac7d5d",
    license: "Apache-2.0", officialAddress: nil, wheel: mediaPipe("holistic_landmark/hand_recrop.tflite"))
}

/// Puts a bundle together from its parts, which are fetched first.
struct AssemblySource: FileSource {
  let assembly: BundleAssembly
  let cache: CacheFolder
  let mirror: URL?

  var kind: FetchProgress.Source { .parts }
  var place: String { "parts" }

  func deliver(_ entry: CatalogEntry, to destination: URL, progress: @escaping ByteProgress) throws(TasksError) {
    let parts = ModelCatalog(entries: assembly.members.map(\.entry), cache: cache, mirror: mirror)
    var contents: [(name: String, data: ModelData)] = []
    for member in assembly.members {
      let file = try ModelData(contentsOfFile: parts.fetch(member.entry.name))
      let data =
        if let patch = member.patch {
          ModelData(try file.withUnsafeBytes { bytes throws(TasksError) in try patch.applied(to: bytes) })
        } else {
          try TaskBundle(file).member(named: member.name)
        }
      contents.append((member.name, data))
    }
    let bundle = FileManager.default.temporaryDirectory.appendingPathComponent("vision-\(UUID().uuidString).task")
    defer { try? FileManager.default.removeItem(at: bundle) }
    do { try Data(StoredZip.bundles.archive(contents)).write(to: bundle) } catch {
      throw .exhausted("\(bundle.path) cannot be written: \(error.localizedDescription)")
    }
    try publishCopy(of: bundle, entry, to: destination, progress: progress)
  }
}

extension ModelCatalog {
  /// Puts a bundle together from files of the catalog, which are fetched if needed. Blocks until done.
  ///
  /// - Parameters:
  ///   - name: The bundle: `holistic`.
  ///   - file: Where to write it; nil, the default, stands for its place in the cache, where the tasks' commands look
  ///     for it.
  /// - Returns: The path of the bundle.
  /// - Throws: `TasksError` with `notFoundError` for an unknown name, `unavailableError` when no source has a part.
  @discardableResult public func assemble(_ name: String, to file: URL? = nil) throws(TasksError) -> String {
    guard let assembly = BundleAssembly.all.first(where: { $0.name == name }) else {
      let names = BundleAssembly.all.map(\.name).joined(separator: ", ")
      throw TasksError.notFound("There is no bundle \(name) to put together; there is \(names).")
    }
    let entry = try entry(named: assembly.entryName)
    let destination = file ?? cache.location(of: entry)
    try AtomicFile.makeFolder(destination.deletingLastPathComponent())
    try AssemblySource(assembly: assembly, cache: cache, mirror: mirror).deliver(entry, to: destination) { _ in }
    return destination.path
  }
}
