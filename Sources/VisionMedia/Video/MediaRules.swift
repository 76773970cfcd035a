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

/// The parts of a QuickTime or MP4 file (ISO/IEC 14496-12, section 4.2), as far as its header.
enum MovieHeader {
  /// The maximum number of parts that are looked at; a film's header is among the first.
  private static let maximumAtoms = 1000

  private struct Atom {
    let name, inner: Int
    /// Its own length, with that of its head.
    let length: Int

    /// Nil where the bytes end, and for an atom that reaches to the end of the file.
    init?(_ bytes: ByteReader) {
      guard let short = bytes.uint32(at: 0, .big), let name = bytes.uint32(at: 4, .big),
        let inner = bytes.uint32(at: 12, .big), let long = bytes.number(at: 8, byteCount: 8, .big)
      else { return nil }
      (self.name, self.inner, length) = (name, inner, short == 1 ? long : short)
      if length < 8 { return nil }
    }
  }

  /// Whether the header is compressed, as QuickTime wrote it once. FFmpeg inflates it to any length that the file
  /// states.
  static func isCompressed(inFile path: String) throws -> Bool {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { try? file.close() }
    let size = try file.seekToEnd()
    var offset: UInt64 = 0
    for _ in 0..<maximumAtoms where offset < size {
      try file.seek(toOffset: offset)
      guard let atom = try file.read(upToCount: 16)?.withUnsafeBytes({ Atom(ByteReader($0)) }) else { return false }
      if atom.name == 0x6D6F_6F76 /* moov */ { return atom.inner == 0x636D_6F76 /* cmov */ }
      offset += UInt64(atom.length)
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
        throw TasksError.permissionDenied(
          "The list \"\(path)\" names \"\(member)\", which is not a media file; only those are read.")
      }
    }
  }

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
