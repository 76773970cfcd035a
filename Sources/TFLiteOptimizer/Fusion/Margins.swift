import VisionModels

/// Zero padding before and after a dimension.
struct Margins {
  let before: Int
  let after: Int

  var isNone: Bool { before == 0 && after == 0 }
}
