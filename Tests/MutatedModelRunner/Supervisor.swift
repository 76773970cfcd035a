import Foundation

/// Runs trials of all models in child processes and counts what becomes of the seeds. A child that dies is started again with
/// the next seed.
///
/// The last line on standard output is `total N refused N let-through N ran N errors N deaths N`; each death has a line
/// `death MODEL SEED KERNELS SIGNAL`.
struct Supervisor {
  static let usage = "MutatedModelRunner supervise --count N [--first SEED] [--kernels automatic,off] FILE-OR-FOLDER..."

  private var count = 1000
  private var first: UInt64 = 0
  private var kernels = ["automatic", "off"]
  private var paths: [String] = []

  private struct Tally {
    var refused = 0
    var ran = 0
    var errors = 0
    var deaths = 0
    var total: Int { refused + ran + errors + deaths }
    var text: String {
      "total \(total) refused \(refused) let-through \(total - refused) ran \(ran) errors \(errors) deaths \(deaths)"
    }
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--count": count = try rest.popFirst().flatMap { Int($0) } ?? { throw RunnerError(Self.usage) }()
      case "--first": first = try rest.popFirst().flatMap { UInt64($0) } ?? { throw RunnerError(Self.usage) }()
      case "--kernels": kernels = rest.popFirst()?.components(separatedBy: ",") ?? kernels
      default: paths.append(argument)
      }
    }
    guard !paths.isEmpty, count > 0 else { throw RunnerError(Self.usage) }
  }

  /// Tries `count` seeds, spread over all models and kernels; whether no child died.
  func run() throws -> Bool {
    let models = try ModelSource.all(in: paths)
    let pairs = models.flatMap { model in kernels.map { (model, $0) } }
    var sum = Tally()
    for (index, pair) in pairs.enumerated() {
      let share = count * (index + 1) / pairs.count - count * index / pairs.count
      // Seeds of their own for every pair.
      let start = first + UInt64(index) * 1_000_000
      let tally = try trial(pair.0, seeds: start..<start + UInt64(share), kernels: pair.1)
      print("model \(pair.0.path) \(pair.1): \(tally.text)")
      sum.refused += tally.refused
      sum.ran += tally.ran
      sum.errors += tally.errors
      sum.deaths += tally.deaths
    }
    print(sum.text)
    return sum.deaths == 0
  }

  private func trial(_ model: ModelSource, seeds: Range<UInt64>, kernels: String) throws -> Tally {
    var tally = Tally()
    var next = seeds.lowerBound
    while next < seeds.upperBound {
      let child = Process()
      let output = Pipe()
      child.executableURL = Bundle.main.executableURL
      child.arguments = ["try", model.path, "\(next)", "\(seeds.upperBound - next)", kernels]
      child.standardInput = FileHandle.nullDevice
      child.standardOutput = output
      child.standardError = FileHandle.nullDevice
      try child.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      child.waitUntilExit()
      var open: UInt64?
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count >= 2, let seed = UInt64(words[1]) else { continue }
        switch words[0] {
        case "begin": open = seed
        case "refused": (tally.refused, open) = (tally.refused + 1, nil)
        case "ran": (tally.ran, open) = (tally.ran + 1, nil)
        case "error":
          (tally.errors, open) = (tally.errors + 1, nil)
          print("  error \(model.path) \(seed) \(words.count > 2 ? words[2] : "")")
        default: break
        }
      }
      guard child.terminationReason == .uncaughtSignal || child.terminationStatus != 0 || open != nil else { break }
      guard let seed = open else { throw RunnerError("The trial of \(model.path) failed to start: \(text)") }
      tally.deaths += 1
      print("death \(model.path) \(seed) \(kernels) \(child.terminationStatus)")
      next = seed + 1
    }
    return tally
  }
}
