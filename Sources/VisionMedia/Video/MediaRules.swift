internal import CFFmpeg

/// Limits for opening a media file, the same for inspection, decoding and reading of audio: the allowed containers,
/// whether other files may be opened, and the maximum frame size.
package struct MediaRules: Sendable, Hashable {
  package let pixelLimit: Int
  /// Whether the file is untrusted: then it has to be one of `containers`.
  let isUntrusted, followsLists: Bool

  /// The containers accepted from untrusted sources, with FFmpeg's demuxers. Playlists, subtitles, image sequences and
  /// scripts are not among them.
  private static let containers: [(name: String, demuxer: String)] = [
    ("MP4", "mov"), ("Matroska", "matroska"), ("WebM", "webm"), ("AVI", "avi"), ("MPEG", "mpeg"),
    ("MPEG video", "mpegvideo"), ("MPEG-TS", "mpegts"), ("FLV", "flv"), ("WMV", "asf"), ("Ogg", "ogg"), ("MXF", "mxf"),
    ("MJPEG", "mjpeg"), ("Y4M", "yuv4mpegpipe"), ("GIF", "gif"), ("PNG", "apng"),
  ]

  package static let containerList = containers.map(\.name).joined(separator: ", ")
  /// With those of series of images, which are recognized before FFmpeg opens them; these demuxers read no other file.
  private static let demuxers = containers.map(\.demuxer) + ["png_pipe", "bmp_pipe", "webp_pipe"]
  static let allowedDemuxers = demuxers.joined(separator: ",")

  /// The rules for the user's own files, streams and cameras: any container, but none that opens other files.
  package static let trusted = MediaRules(
    pixelLimit: ImageFile.maximumPixelCount, isUntrusted: false, followsLists: false)

  /// The same for lists, which open the files and addresses that they name.
  package static let following = MediaRules(
    pixelLimit: ImageFile.maximumPixelCount, isUntrusted: false, followsLists: true)

  package static func untrusted(pixelLimit: Int) -> MediaRules {
    MediaRules(pixelLimit: min(max(pixelLimit, 1), ImageFile.maximumPixelCount), isUntrusted: true, followsLists: false)
  }

  /// For decoders, which compare it with sizes rounded up to whole blocks; each decoded frame is checked exactly.
  var decoderPixelLimit: Int { Self.decoderLimit(for: pixelLimit) }
  static func decoderLimit(for pixelLimit: Int) -> Int { pixelLimit.saturatingAdd(pixelLimit / 8 + (1 << 16)) }

  /// Whether a container may be opened, by FFmpeg's name for its format, such as "mov,mp4,m4a,3gp,3g2,mj2".
  func allows(format name: String) -> Bool {
    !isUntrusted || name.split(separator: ",").contains { Self.demuxers.contains(String($0)) }
  }

  func check(width: Int, height: Int, name: String) throws {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard !overflows, count <= pixelLimit, max(width, height) <= ImageBuffer.maximumDimension else {
      throw TasksError.outOfRange(
        "The video in \(name) has frames of \(width) x \(height) pixels; the maximum is \(pixelLimit) pixels and "
          + "\(ImageBuffer.maximumDimension) a side. Scale it down first.")
    }
  }
}

/// Compressed headers of QuickTime's films (`cmov`), as it wrote them once. FFmpeg inflates them to any length that the
/// file states, and finds them in so many places that the whole file is searched, a gigabyte a second.
enum CompressedHeader {
  /// What all of them have, within whatever parts: the kind of compression, then the only method that FFmpeg inflates.
  private static let mark = Data("dcomzlib".utf8)
  private static let pieceLength = 1 << 20

  static func isIn(file path: String) throws -> Bool {
    let file = try FileHandle(forReadingFrom: URL(literalPath: path))
    defer { try? file.close() }
    // The end of the piece before, in which the mark may begin.
    var rest = Data()
    while let piece = try file.read(upToCount: pieceLength), !piece.isEmpty {
      let bytes = rest + piece
      if bytes.range(of: mark) != nil { return true }
      rest = Data(bytes.suffix(mark.count - 1))
    }
    return false
  }
}

/// Files that name others: playlists, lists of files, descriptions of sessions. The author of such a file decides which
/// files and addresses are opened, so they are followed only where the rules allow it.
enum MediaLists {
  /// FFmpeg's demuxers that open further files or addresses, with a name for a sentence.
  private static let names = [
    "concat": "a list of files (ffconcat)", "hls": "a playlist (HLS)", "dash": "a manifest (DASH)",
    "webm_dash_manifest": "a manifest (DASH)", "imf": "a composition playlist (IMF)",
    "sdp": "a session description (SDP)", "rtsp": "a session description (RTSP)", "vobsub": "an index of subtitles",
    "mpsub": "an index of subtitles", "lavfi": "a filter graph",
  ]

  /// The name with which FFmpeg looks for a file's format: none, since some formats would claim any file with their
  /// ending, but FFmpeg 7 recognizes playlists by their contents and their ending only.
  static func probedName(of path: String) -> String {
    ["m3u8", "m3u", "hls"].contains(path.fileExtension.lowercased()) ? path : ""
  }

  static let protocols = "file,http,https,httpproxy,tcp,tls,crypto,data"

  static func check(_ path: String, format: String, _ rules: MediaRules) throws {
    guard let name = names[format] else { return }
    guard rules.followsLists else {
      throw TasksError.permissionDenied(
        "\"\(path)\" is \(name), which names other files, and these are not opened. Give the files themselves, or allow it "
          + "with --follow-playlists.")
    }
    if format == "concat" { try checkMembers(ofList: path) }
  }

  /// Refuses members that are no files, which would block, and lists among them, which may lead back to this one.
  private static func checkMembers(ofList path: String) throws {
    let folder = URL(literalPath: path).deletingLastPathComponent()
    let list = try MediaFile.bytes(ofFile: path)
    for line in list.split(whereSeparator: lineEnds.contains) {
      let words = line.split(maxSplits: 1, whereSeparator: blanks.contains)
      guard words.count == 2, words[0].elementsEqual("file".utf8) else { continue }
      let member = unquoted(words[1])
      // Addresses are FFmpeg's matter.
      if StreamAddress.scheme(of: member) != nil { continue }
      let file = URL(literalPath: member, in: folder).path
      var status = stat()
      guard stat(file, &status) == 0 else { continue }
      let start = status.st_mode & S_IFMT == S_IFREG ? try MediaFile.firstBytes(32, ofFile: file) : nil
      guard let start, !start.starts(with: Data("ffconcat version".utf8)) else {
        throw TasksError.permissionDenied(
          "The list \"\(path)\" names \"\(member)\", which is not a media file; only those are read.")
      }
    }
  }

  /// What FFmpeg takes for the end of a line, and of a word: bytes, where a character of Swift may be several.
  private static let lineEnds = Set("\n\r\0".utf8)
  private static let blanks = Set(" \t".utf8)

  private static func unquoted(_ word: Data) -> String {
    var (result, isQuoted, isEscaped) = ([UInt8](), false, false)
    for byte in word.drop(while: blanks.contains) {
      if isEscaped || (isQuoted && byte != UInt8(ascii: "'")) {
        result.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "'") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if blanks.contains(byte) {
        break
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
