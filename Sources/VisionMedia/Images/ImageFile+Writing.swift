internal import CFFmpeg
internal import CTurboJPEG

extension ImageFile {
  /// The formats images are written in.
  public enum Encoding: Sendable, Hashable {
    /// Lossless, alpha kept.
    case png
    /// Lossy, alpha dropped, colour at full resolution so that thin lines stay sharp; quality 1...100.
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
    try write(try encode(image, as: encoding), toFile: path)
  }

  /// Writes the bytes of an image file, as `write(_:toFile:)`.
  package static func write(_ bytes: Data, toFile path: String) throws {
    do throws(FileFailure) {
      if isReplaceable(path) {
        let file = try UnfinishedFile(for: path)
        try bytes.write(to: file.descriptor)
        try file.publish()
      } else {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure() }
        defer { close(descriptor) }
        try bytes.write(to: descriptor)
      }
    } catch {
      let folder = URL(literalPath: path).deletingLastPathComponent().path
      guard FileManager.default.fileExists(atPath: folder) else {
        throw TasksError.notFound("The folder \"\(folder)\" for the file \"\(path)\" does not exist; create it first.")
      }
      throw error.writing("The file \"\(path)\"")
    }
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
    case .png: try png(image)
    case .jpeg(let quality): try jpeg(image, quality: quality)
    }
  }

  package static func encodeJPEG(_ image: ImageBuffer, quality: Int, orientation: ImageOrientation) throws -> Data {
    let plain = try encode(image, as: .jpeg(quality: quality))
    guard orientation != .up else { return plain }
    // The segment follows the header: the SOI marker and a JFIF segment of 18 bytes, which TurboJPEG always writes.
    let headerLength = 20
    return plain.prefix(headerLength) + ExifOrientation.jpegSegment(orientation) + plain.dropFirst(headerLength)
  }

  private static func jpeg(_ image: ImageBuffer, quality: Int) throws -> Data {
    guard (1...100).contains(quality) else {
      throw TasksError.invalidArgument("The JPEG quality \(quality) is not allowed; it lies in 1...100.")
    }
    guard let handle = tjInitCompress() else { throw TasksError.outOfMemory("the JPEG encoder") }
    defer { tjDestroy(handle) }
    let format =
      switch image.format {
      case .rgb: TJPF_RGB
      case .rgba: TJPF_RGBX
      case .bgra: TJPF_BGRX
      case .gray: TJPF_GRAY
      }
    var output: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(output) }
    let status = image.withUnsafeBytes { pixels in
      tjCompress2(
        handle, pixels.bindMemory(to: UInt8.self).baseAddress, Int32(image.width), Int32(clamping: image.bytesPerRow),
        Int32(image.height), Int32(format.rawValue), &output, &size,
        Int32((image.format == .gray ? TJSAMP_GRAY : TJSAMP_444).rawValue), Int32(quality), TJFLAG_ACCURATEDCT)
    }
    guard status == 0, let output else {
      throw TasksError.invalidArgument(
        "An image of \(image.width) x \(image.height) pixels cannot be written as JPEG: "
          + "\(JPEGDecoder.message(of: handle)). Write a PNG instead.")
    }
    return Data(bytes: output, count: Int(size))
  }

  /// The PNG of a mask: grayscale for floats, where 255 is 1; the bytes of categories with PASCAL VOC's colours.
  package static func png(of mask: Mask) throws -> Data {
    let image = try mask.withUnsafeBytes {
      try ImageBuffer(copying: $0, width: mask.width, height: mask.height, format: .gray)
    }
    return try png(image, palette: mask.dataType == .uInt8 ? classColors : nil)
  }

  /// The opaque colours, `0xAARRGGBB`, in which PASCAL VOC's label images show classes, and which tools for labelling
  /// expect. Source: the colour map of the VOC development kit: the bits of a class's number in threes, from the
  /// highest bits of red, green and blue on.
  private static let classColors: [UInt32] = (0..<256).map { (number: UInt32) in
    (0..<8).reduce(0xFF00_0000) { color, step in
      let bits = number >> (3 * step)
      return color | ((bits & 1) << 16 | (bits >> 1 & 1) << 8 | (bits >> 2 & 1)) << (7 - step)
    }
  }

  /// With a palette the bytes of a gray image are the numbers of its colours.
  private static func png(_ image: ImageBuffer, palette: [UInt32]? = nil) throws -> Data {
    try FFmpegLibrary.load(FFmpegLibrary.forImages)
    guard let codec = avcodec_find_encoder(AV_CODEC_ID_PNG) else {
      throw TasksError.unimplemented("FFmpeg has no PNG encoder here; write a JPEG instead.")
    }
    let plain = image.format == .bgra ? AV_PIX_FMT_RGBA : image.format.ffmpegFormat
    let format = palette == nil ? plain : AV_PIX_FMT_PAL8
    let encoder = try FFmpegEncoder(codec, name: "FFmpeg's PNG encoder") { context in
      context.pointee.width = Int32(image.width)
      context.pointee.height = Int32(image.height)
      context.pointee.pix_fmt = format
      context.pointee.time_base = .seconds
      // Lets each row choose the filter that packs it best, as PNG writers do; FFmpeg's default is no filter.
      av_opt_set(context, "pred", "mixed", AV_OPT_SEARCH_CHILDREN)
    }
    let frame = try FFmpegFrame(width: image.width, height: image.height, format: format)
    if let (plane, bytesPerRow) = frame.plane(0) {
      image.copyPixels(to: plane, bytesPerRow: bytesPerRow, as: image.format == .bgra ? .rgba : image.format)
    }
    if let palette, let (colors, _) = frame.plane(1) {
      palette.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: colors, count: $0.count).copyMemory(from: $0) }
    }
    try encoder.send(frame)
    try encoder.send(nil)
    let packet = try FFmpegPacket()
    guard try encoder.receive(into: packet) else {
      throw TasksError.internalFailure("FFmpeg's PNG encoder returned no image.")
    }
    return Data(packet.bytes)
  }
}
