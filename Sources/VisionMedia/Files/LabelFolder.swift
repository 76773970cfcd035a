/// Carries out what writers of labels say.
package final class LabelSteps {
  private var kept: KeptText?

  package init() {}

  package func apply(
    _ steps: [LabelStep], write: (Data, String) throws -> Void, close: (String, _ isOwn: Bool) throws -> Void
  ) throws {
    do {
      for step in steps {
        switch step {
        case .write(let text, let path): try write(Data(text.utf8), path)
        case .close(let path): try close(path, false)
        case .renew(let path): try close(path, true)
        case .keep(let text, let number): try keep(text, under: number)
        case .release(let number, let path): try kept?.release(number) { try write($0, path) }
        }
      }
    } catch {
      // What was kept for a file that cannot be written must not get into the next one.
      for case .release(let number, _) in steps { kept?.forget(number) }
      throw error
    }
  }

  private func keep(_ text: String, under number: Int) throws {
    do throws(FileFailure) {
      let kept = if let kept { kept } else { try KeptText() }
      self.kept = kept
      try kept.keep(text, under: number)
    } catch { throw error.writing(UnfinishedFile.temporaryFolder) }
  }
}

/// The files of a format of labels, below a folder or at a path. Each appears when it is complete.
package final class LabelFolder {
  /// A file that two inputs share with different contents, such as the labels of `a.png` and `a.jpg`.
  package struct Collision: Error { package let path: String }

  package enum Existing: Sendable { case replaced, kept, refused }

  /// What becomes of a file that is there already.
  package var existing: Existing
  private let root: String
  private let steps = LabelSteps()
  private var files: [String: UnfinishedFile] = [:]
  /// Takes the room for bytes before they are written.
  private let reserve: (Int) throws -> Void

  package init(_ root: String, existing: Existing, reserve: @escaping (Int) throws -> Void = { _ in }) {
    (self.root, self.existing, self.reserve) = (root, existing, reserve)
  }

  package func apply(_ steps: [LabelStep]) throws {
    try self.steps.apply(steps, write: write(_:to:), close: close(_:isOwn:))
  }

  private func write(_ bytes: Data, to path: String) throws {
    try reserve(bytes.count)
    let file = try file(path)
    do throws(FileFailure) { try bytes.write(to: file.descriptor) } catch { throw error.writing(place(of: path)) }
  }

  private func close(_ path: String, isOwn: Bool) throws {
    let file = try file(path)
    files[path] = nil
    let isThere = access(place(of: path), F_OK) == 0
    if isThere, existing == .refused, !isOwn {
      // An input that was given twice, for example, loses nothing.
      if FileManager.default.contentsEqual(atPath: file.path, andPath: place(of: path)) { return }
      throw Collision(path: path)
    }
    if isThere, existing == .kept { return }
    do throws(FileFailure) { try file.publish() } catch { throw error.writing(place(of: path)) }
  }

  private func file(_ path: String) throws -> UnfinishedFile {
    if let file = files[path] { return file }
    let place = place(of: path)
    do {
      try FileManager.default.createDirectory(atPath: place.parentPath, withIntermediateDirectories: true)
    } catch {
      let failure = FileFailure(error)
      // A file of another input, such as that of `x` beside `x.txt/y`.
      if existing == .refused, [EEXIST, ENOTDIR].contains(failure?.number) { throw Collision(path: path) }
      throw failure?.writing(place.parentPath)
        ?? TasksError.permissionDenied(
          "The folder \(place.parentPath) cannot be created: \(error.localizedDescription)")
    }
    do throws(FileFailure) {
      let file = try UnfinishedFile(for: place)
      files[path] = file
      return file
    } catch { throw error.writing(place) }
  }

  private func place(of path: String) -> String { path.isEmpty ? root : root.appendingPath(path) }
}
