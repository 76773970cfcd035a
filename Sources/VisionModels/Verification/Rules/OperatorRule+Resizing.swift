import VisionCore

extension OperatorRule {
  /// RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR.
  static let resizing: [Int32: OperatorRule] = [
    23: OperatorRule(inputs: 2...2, options: 15) { check throws(TasksError) in try resize(&check, flags: 2) },
    97: OperatorRule(inputs: 2...2, options: 74) { check throws(TasksError) in try resize(&check, flags: 0) },
  ]

  /// `flags` is the slot of the option for aligned corners; the next one is that for half-pixel centres.
  private static func resize(_ check: inout OperatorCheck, flags: Int) throws(TasksError) {
    let data = try check.input(0)
    try check.requireSameElements(data, check.outputs[0], [.float32, .int8, .uint8])
    try check.requireRank(data, 4...4)
    let size = try check.integers(1, maximumCount: 2)
    try check.require(
      size.count == 2 && size.allSatisfy((1...16384).contains), "has the size \(size); allowed are two of 1 to 16384")
    let (aligns, halves) = (try check.byteOption(flags), try check.byteOption(flags + 1))
    try check.require(aligns == 0 || halves == 0, "aligns corners and half pixels at once")
    try check.requireOutput([data.shape[0], size[0], size[1], data.shape[3]])
    try check.budget.charge(work: check.outputs[0].count, 4, for: "\(check.name)")
    try check.budget.charge(bytes: size[0] * size[1], 48, for: "\(check.name)")
  }
}
