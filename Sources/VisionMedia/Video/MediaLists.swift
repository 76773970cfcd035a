import Foundation
import VisionCore

/// Files that name others: playlists, lists of files, descriptions of sessions. The author of such a file decides which
/// files and addresses are opened, so they are followed only where the rules allow it.
enum MediaLists {
  /// FFmpeg's demuxers that open further files or addresses, with a name for a sentence.
  private static let names = [
    "concat": "a list of files (ffconcat)", "hls": "a playlist (HLS)", "dash": "a manifest (DASH)",
    "webm_dash_manifest": "a manifest (DASH)", "imf": "a composition playlist (IMF)",
    "sdp": "a session description (SDP)",
    "rtsp": "a session description (RTSP)", "vobsub": "an index of subtitles", "mpsub": "an index of subtitles",
    "lavfi": "a filter graph",
  ]

  /// A protocol that does not exist, in FFmpeg's list of those that are allowed: nothing can be opened.
  static let noProtocol = "none"
  /// The protocols of the files that a list may name.
  static let protocols = "file,http,https,httpproxy,tcp,tls,crypto,data"

  /// Refuses a list that must not be followed, and one that cannot be.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - format: FFmpeg's name of its format, detected by the contents.
  ///   - rules: Whether lists are followed.
  /// - Throws: `TasksError` with `permissionDeniedError`.
  static func check(_ path: String, format: String, _ rules: MediaRules) throws {
    guard let name = names[format] else { return }
    guard rules.followsLists else {
      throw TasksError(
        .permissionDeniedError,
        "\"\(path)\" is \(name), which names other files, and these are not opened. Give the files themselves, or allow it "
          + "with --follow-playlists.")
    }
    if format == "concat" { try checkMembers(ofList: path) }
  }

  /// Refuses members that are no files, which would block, and lists among them, which may lead back to this one.
  private static func checkMembers(ofList path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let text = String(decoding: try MediaFile.bytes(ofFile: path), as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard words.count == 2, words[0] == "file" else { continue }
      let member = unquoted(words[1])
      // Addresses are FFmpeg's matter.
      if StreamAddress.scheme(of: member) != nil { continue }
      let file = URL(fileURLWithPath: member, relativeTo: folder).path
      var status = stat()
      guard stat(file, &status) == 0 else { continue }
      let start = status.st_mode & S_IFMT == S_IFREG ? try MediaFile.firstBytes(32, ofFile: file) : nil
      guard let start, !start.starts(with: Data("ffconcat version".utf8)) else {
        throw TasksError(
          .permissionDeniedError,
          "The list \"\(path)\" names \"\(member)\", which is not a media file; only those are read.")
      }
    }
  }

  /// A word of a list without its quotation marks and backslashes.
  private static func unquoted(_ word: Substring) -> String {
    var (result, isQuoted, isEscaped) = ("", false, false)
    for character in word.trimmingPrefix(while: { $0 == " " }) {
      if isEscaped || (isQuoted && character != "'") {
        result.append(character)
        isEscaped = false
      } else if character == "'" {
        isQuoted.toggle()
      } else if character == "\\" {
        isEscaped = true
      } else if character == " " {
        break
      } else {
        result.append(character)
      }
    }
    return result
  }
}
