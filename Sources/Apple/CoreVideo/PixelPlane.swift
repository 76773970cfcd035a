/// Where one plane of a pixel buffer lies in its memory.
struct PixelPlane: Sendable {
  let offset: Int
  let width: Int
  let height: Int
  let bytesPerRow: Int
}
