import Foundation
import VisionCore
import VisionImaging

extension ImageFile {
  /// The formats images are written in.
  public enum Encoding: Sendable, Hashable {
    /// Lossless, alpha kept.
    case png
    /// Lossy, alpha dropped, color at full resolution so that thin lines stay sharp; quality 1...100.
    case jpeg(quality: Int = 90)

    /// The format for a file extension: `.png`, or `.jpg` and `.jpeg` at quality 90; nil for others.
    public init?(fileName: String) {
      switch fileName.fileExtension.lowercased() {
      case "png": self = .png
      case "jpg", "jpeg": self = .jpeg()
      default: return nil
      }
    }
  }

  /// Writes an image to a file in the format of its extension: `.png`, `.jpg` or `.jpeg`.
  ///
  /// The file appears only when it is complete; an older file of that name is replaced. A device or a named pipe is not
  /// replaced and receives the bytes.
  /// - Parameters:
  ///   - image: The image.
  ///   - path: The file's path.
  /// - Throws: `TasksError` with `invalidArgumentError` for another extension, `notFoundError` for a missing folder,
  ///   `permissionDeniedError` when the file cannot be written, `resourceExhaustedError` when the disk is full.
  public static func write(_ image: ImageBuffer, toFile path: String) throws {
    guard let encoding = Encoding(fileName: path) else {
      throw TasksError.invalidArgument(
        "The extension of \"\(path)\" is not a writable format; use .png, .jpg or .jpeg.")
    }
    let bytes = try encode(image, as: encoding)
    do throws(FileFailure) {
      try isReplaceable(path) ? replace(path, by: bytes) : send(bytes, into: path)
    } catch {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      guard FileManager.default.fileExists(atPath: folder) else {
        throw TasksError.notFound("The folder \"\(folder)\" for the file \"\(path)\" does not exist; create it first.")
      }
      throw error.writing("The file \"\(path)\"")
    }
  }

  private static func replace(_ path: String, by bytes: Data) throws(FileFailure) {
    let file = try UnfinishedFile(for: path)
    try bytes.write(to: file.descriptor)
    try file.publish()
  }

  private static func send(_ bytes: Data, into path: String) throws(FileFailure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure() }
    defer { close(descriptor) }
    try bytes.write(to: descriptor)
  }

  /// Whether a new file may replace what is at a path: nothing, a file or a link, but not a device.
  private static func isReplaceable(_ path: String) -> Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return type.map { [.typeRegular, .typeSymbolicLink].contains($0) } ?? true
  }

  /// The bytes of an image file.
  ///
  /// - Parameters:
  ///   - image: The image; row padding is not written.
  ///   - encoding: The format.
  /// - Returns: A whole file.
  /// - Throws: `TasksError` with `invalidArgumentError` for a quality outside of 1...100 or an image that the format
  ///   has no room for (JPEG: 65 500 pixels a side).
  public static func encode(_ image: ImageBuffer, as encoding: Encoding) throws -> Data {
    switch encoding {
    case .png: try PNGEncoder.encode(image)
    case .jpeg(let quality): try JPEGEncoder.encode(image, quality: quality)
    }
  }
}
