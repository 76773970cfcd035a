import VisionTasks

/// A folder with a folder of images for each gesture.
struct GestureFolder {
  private let path: RawPath
  private let gestures: [(name: String, folder: RawPath)]

  var names: [String] { gestures.map(\.name) }

  /// Reads the names. All are checked before any image is read.
  init(_ text: String) throws(TasksError) {
    path = RawPath(text)
    guard let status = path.status else {
      throw TasksError.notFound("There is no folder \"\(text)\"; give one with a folder of images for each gesture.")
    }
    guard status.isFolder else {
      throw TasksError.invalidArgument("\"\(text)\" is no folder; give one with a folder of images for each gesture.")
    }
    let names = try FolderWalk<Never>.names(in: path).filter { $0.first != UInt8(ascii: ".") }
      .sorted { $0.lexicographicallyPrecedes($1) }
    var gestures: [(name: String, folder: RawPath)] = []
    for name in names {
      let folder = path.appending(name)
      guard folder.status?.isFolder == true else { continue }
      guard let text = String(validating: name, as: UTF8.self) else {
        throw TasksError.invalidArgument("The name of the folder \"\(folder)\" is not in UTF-8; rename it.")
      }
      do throws(TasksError) {
        try GestureTrainer.check(text)
      } catch {
        throw TasksError.invalidArgument(
          "The folder \"\("\(folder)".escapingControlCharacters)\": \(error.message)")
      }
      gestures.append((text, folder))
    }
    let backgrounds = gestures.map(\.name).filter(GestureTrainer.isBackground)
    let count = gestures.count - backgrounds.count
    guard count > 0 else {
      throw TasksError.invalidArgument(
        "\"\(text)\" has no folder of a gesture; put the images of each gesture into a folder of its name.")
    }
    guard count <= GestureTrainer.maximumGestureCount else {
      throw TasksError.invalidArgument(
        "\"\(text)\" has folders for \(count) gestures; at most \(GestureTrainer.maximumGestureCount) are allowed.")
    }
    guard backgrounds.count < 2 else {
      throw TasksError.invalidArgument(
        "The folders \(backgrounds.joined(separator: " and ")) both stand for hands that are none of the gestures; keep one."
      )
    }
    self.gestures = gestures
  }

  /// Checks that a file to be written is none of the images.
  func checkIsOutside(_ file: String) throws(TasksError) {
    let (file, folder) = (FilePlace(path: file).resolvedPath ?? file, FilePlace(path: "\(path)").resolvedPath)
    guard let folder, file.hasPrefix(folder + "/") else { return }
    throw TasksError.invalidArgument("\"\(file)\" is in the folder of the images; write it elsewhere.")
  }

  /// The files of all gestures in order. A folder without any is one that cannot be read.
  func sources() -> [(name: String, source: InputList.Source)] {
    gestures.flatMap { gesture in
      var sources: [(String, InputList.Source)] = []
      var walk = FolderWalk<Never>(isRecursive: false, takesArchives: false) { sources.append((gesture.name, $0)) }
      walk.walk(gesture.folder, advice: "; put them into it, since its subfolders are not searched")
      return sources
    }
  }
}
