import CVisionPage

extension PageAssets {
  /// The embedded files by name.
  static let files: [String: EmbeddedFile] = {
    var count = 0
    guard let first = vision_page_files(&count) else { return [:] }
    let files = UnsafeBufferPointer(start: first, count: count)
    return Dictionary(files.map { (String(cString: $0.name), EmbeddedFile(file: $0)) }) { first, _ in first }
  }()

  /// A file in the program's constants.
  ///
  /// Safe to share: nothing writes to it, and it is there as long as the process.
  struct EmbeddedFile: @unchecked Sendable {
    fileprivate let file: VisionPageFile

    /// A copy of its bytes.
    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: file.bytes, count: file.count)) }
  }
}
