import Testing

@testable import Soak

@Suite("The verdict of a soak")
struct SoakRecordTests {
  /// The verdict on one sample a minute, with the limits that CI has.
  private func verdict(
    memory: [Double] = Array(repeating: 90, count: 8), threads: [Int] = Array(repeating: 10, count: 8),
    descriptors: [Int] = Array(repeating: 27, count: 8)
  ) -> SoakRecord.Verdict {
    var record = SoakRecord()
    for (index, megabytes) in memory.enumerated() {
      record.add(
        ProcessSample(
          seconds: Double(index) * 60, frames: index * 375, megabytes: megabytes, threads: threads[index],
          descriptors: descriptors[index]))
    }
    return record.verdict(slopeLimit: 1, tolerance: 16)
  }

  @Test("Constant counts and memory are flat")
  func flat() {
    let verdict = verdict()
    #expect(verdict.isFlat)
    #expect(
      verdict.text
        == "2625 frames in 7.0 minutes: memory +0.00 MB an hour, standard error 0.00 (+0.00 MB in all); flat.")
  }

  @Test("A connection that is being closed at one sample is no growth, whichever sample it is", arguments: 0..<8)
  func transient(at sample: Int) {
    var counts = Array(repeating: 27, count: 8)
    counts[sample] += 1
    #expect(verdict(descriptors: counts).isFlat)
    #expect(verdict(threads: counts).isFlat)
  }

  @Test("Nor is it one that is being closed at the last two samples of a short run")
  func lateTransients() {
    let counts = Array(repeating: 27, count: 6) + [28, 28]
    #expect(verdict(descriptors: counts).isFlat)
    #expect(verdict(threads: counts).isFlat)
  }

  @Test("A sample is taken again while it has more threads or descriptors than one before", arguments: [0, 1])
  func settling(more: Int) {
    var record = SoakRecord()
    func sample(threads: Int, descriptors: Int) -> ProcessSample {
      ProcessSample(seconds: 0, frames: 0, megabytes: 90, threads: threads, descriptors: descriptors)
    }
    #expect(!record.exceedsFewest(sample(threads: 10, descriptors: 27)))
    record.add(sample(threads: 10, descriptors: 27))
    record.add(sample(threads: 12, descriptors: 29))
    #expect(record.exceedsFewest(sample(threads: 10 + more, descriptors: 27)) == (more > 0))
    #expect(record.exceedsFewest(sample(threads: 10, descriptors: 27 + more)) == (more > 0))
  }

  @Test("A descriptor or a thread that each sample adds is growth")
  func leak() {
    let counts = Array(27..<35)
    #expect(verdict(descriptors: counts).text.hasSuffix("; descriptors grow."))
    #expect(verdict(threads: counts).text.hasSuffix("; threads grow."))
  }

  @Test("One more in the last third of a long run is growth")
  func step() {
    let counts = Array(repeating: 27, count: 42) + Array(repeating: 28, count: 18)
    let constant = Array(repeating: 10, count: 60)
    let memory = Array(repeating: 90.0, count: 60)
    #expect(!verdict(memory: memory, threads: constant, descriptors: counts).isFlat)
  }

  @Test(
    "Memory grows when it grows by more than the tolerance and its slope is certain",
    arguments: [(2.0, true), (4.0, false)])
  func memory(aMinute: Double, isFlat: Bool) {
    let verdict = verdict(memory: (0..<8).map { 90 + Double($0) * aMinute })
    #expect(verdict.isFlat == isFlat, "\(verdict.text)")
  }
}
