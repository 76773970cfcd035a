/// Why this decoder does not read a PNG file.
enum PNGProblem: Error, Equatable {
  /// The image is damaged or truncated; the text completes a sentence.
  case damaged(String)
  /// It needs FFmpeg's decoder.
  case unusual
}

/// The parts of a PNG file that its pixels are made of. The file's bytes must outlive it.
struct PNGFile {
  let header: PNGHeader
  /// Red, green and blue of each color, for images with a palette; empty for others.
  private(set) var palette = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The alpha of a palette's first colors, or the one transparent color; nil without transparency.
  private(set) var transparency: UnsafeRawBufferPointer?
  /// The compressed rows, in pieces.
  private(set) var pixels: [UnsafeRawBufferPointer] = []

  /// Reads the whole file and verifies all checksums, also those of ignored chunks.
  ///
  /// - Parameters:
  ///   - bytes: A file with PNG's signature.
  ///   - check: Called with the header before the rest is read.
  /// - Throws: `PNGProblem`, and what `check` throws.
  init(_ bytes: UnsafeRawBufferPointer, checking check: (PNGHeader) throws -> Void) throws {
    var chunks = PNGChunks(of: bytes)
    guard let first = try chunks.next() else { throw PNGProblem.damaged("it ends after its signature") }
    header = try PNGHeader(first)
    try check(header)
    guard !header.isInterlaced else { throw PNGProblem.unusual }
    // A missing end chunk is tolerated, since all pixels are there.
    reading: while let chunk = try chunks.next() {
      switch chunk.kind {
      case .header: throw PNGProblem.damaged("it has two headers")
      case .palette where header.color == .palette: palette = chunk.content
      case .transparency: transparency = chunk.content
      case .pixels: pixels.append(chunk.content)
      case .end: break reading
      case .palette, nil: break  // What others may reduce an image to; texts, times, profiles.
      }
    }
    try checkParts()
  }

  private func checkParts() throws(PNGProblem) {
    guard !pixels.isEmpty else { throw .damaged("it has no pixels") }
    if header.color == .palette {
      guard !palette.isEmpty, palette.count % 3 == 0, palette.count <= 768 else {
        throw .damaged("its palette has \(palette.count.counted("byte"))")
      }
    }
    guard let transparency else { return }
    let isRight =
      switch header.color {
      case .palette: transparency.count <= 256
      case .gray, .rgb: transparency.count == 2 * header.color.channels
      case .grayAlpha, .rgba: false
      }
    guard isRight else { throw .damaged("its transparency chunk does not match its color type") }
  }
}
