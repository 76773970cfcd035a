internal import CVisionRuntime

extension LiteRtLayout {
  /// A layout without strides.
  ///
  /// - Parameter shape: At most 8 dimensions.
  init(shape: [Int]) {
    self.init()
    rankAndFlags = UInt32(shape.count)
    withUnsafeMutableBytes(of: &dimensions) { raw in
      let dimensions = raw.bindMemory(to: Int32.self)
      for (index, dimension) in zip(dimensions.indices, shape) { dimensions[index] = Int32(dimension) }
    }
  }

  /// The dimensions as integers.
  var shape: [Int] {
    withUnsafeBytes(of: dimensions) { raw in
      raw.bindMemory(to: Int32.self).prefix(Int(rankAndFlags & 127)).map(Int.init)
    }
  }

  /// Gives dimensions that a model leaves open (-1, usually the batch) the size 1 that a model file states as their default.
  mutating func fixDynamicDimensions() {
    let rank = Int(rankAndFlags & 127)
    withUnsafeMutableBytes(of: &dimensions) { raw in
      let dimensions = raw.bindMemory(to: Int32.self)
      for index in dimensions.indices.prefix(rank) where dimensions[index] == -1 { dimensions[index] = 1 }
    }
  }
}
