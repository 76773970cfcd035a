/// Stores a sampled RGB pixel into a tensor.
protocol SampleWriter {
  func write(_ red: Int, _ green: Int, _ blue: Int, at pixel: Int)
}

/// Stores normalized floats, three a pixel.
struct FloatWriter: SampleWriter {
  let tensor: UnsafeMutablePointer<Float>
  let table: UnsafePointer<Float>

  @inline(__always)
  func write(_ red: Int, _ green: Int, _ blue: Int, at pixel: Int) {
    let target = tensor + pixel &* 3
    target[0] = table[red]
    target[1] = table[green]
    target[2] = table[blue]
  }
}

/// Stores the bytes themselves, three a pixel.
struct ByteWriter: SampleWriter {
  let tensor: UnsafeMutablePointer<UInt8>

  @inline(__always)
  func write(_ red: Int, _ green: Int, _ blue: Int, at pixel: Int) {
    let target = tensor + pixel &* 3
    target[0] = UInt8(truncatingIfNeeded: red)
    target[1] = UInt8(truncatingIfNeeded: green)
    target[2] = UInt8(truncatingIfNeeded: blue)
  }
}
