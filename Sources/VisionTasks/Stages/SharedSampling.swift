import VisionImaging

/// Fills a model's input with a region of a picture, half of the rows on a thread of its own.
///
/// Of a frame of the lite pose model sampling takes a tenth, and meanwhile the second inference thread has nothing to do.
final class SharedSampling {
  /// Below so many pixels waking the thread takes longer than what it saves.
  static let leastPixels = 200 * 200

  /// What both threads work on. The companion reads it between `start()` and `finish()` only.
  private final class Work {
    let input: ImageInput
    let sampler: RegionSampler
    var source: (region: ImageRegion, image: ImageBuffer)?

    init(_ input: ImageInput, _ sampler: RegionSampler) {
      self.input = input
      self.sampler = sampler
    }

    func fill(_ rows: Range<Int>) throws {
      guard let source else { return }
      try input.fill(rows, with: source.region, of: source.image, by: sampler)
    }
  }

  private let work: Work
  private let companion: CompanionThread

  init(_ input: ImageInput, _ sampler: RegionSampler) {
    let work = Work(input, sampler)
    self.work = work
    companion = CompanionThread(name: "sampling") { try work.fill(input.height / 2..<input.height) }
  }

  func fill(with region: ImageRegion, of image: ImageBuffer) throws {
    work.source = (region, image)
    // A picture must not be kept longer than its frame.
    defer { work.source = nil }
    companion.start()
    let upper = Result { try work.fill(0..<work.input.height / 2) }
    try companion.finish()
    try upper.get()
  }
}
