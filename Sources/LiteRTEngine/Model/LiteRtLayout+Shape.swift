internal import CVisionRuntime

extension LiteRtLayout {
  /// A layout without strides.
  ///
  /// - Parameter shape: At most 8 extents.
  init(shape: [Int]) {
    self.init()
    rankAndFlags = UInt32(shape.count)
    withUnsafeMutableBytes(of: &dimensions) { raw in
      let extents = raw.bindMemory(to: Int32.self)
      for (index, extent) in zip(extents.indices, shape) { extents[index] = Int32(extent) }
    }
  }

  /// The extents as integers.
  var shape: [Int] {
    withUnsafeBytes(of: dimensions) { raw in
      raw.bindMemory(to: Int32.self).prefix(Int(rankAndFlags & 127)).map(Int.init)
    }
  }

  /// Gives extents that a model leaves open (-1, usually the batch) the size 1 that a model file states as their default.
  mutating func fixDynamicExtents() {
    let rank = Int(rankAndFlags & 127)
    withUnsafeMutableBytes(of: &dimensions) { raw in
      let extents = raw.bindMemory(to: Int32.self)
      for index in extents.indices.prefix(rank) where extents[index] == -1 { extents[index] = 1 }
    }
  }
}
