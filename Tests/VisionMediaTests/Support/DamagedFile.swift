import Foundation
import TestSupport
import Testing
import VisionCore

/// Files with random damage, for readers. The damage is the same in every run.
enum DamagedFile {
  /// Cut-off copies and copies with a few bytes changed.
  static func copies(of bytes: Data, count: Int) -> [Data] {
    var random = SeededGenerator(seed: UInt64(bytes.count))
    return (0..<count).map { round in
      if round % 4 == 0 { return Data(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))) }
      var copy = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        // Half of the changes hit the headers, where they do most.
        let limit = Bool.random(using: &random) ? min(200, copy.count) : copy.count
        copy[Int.random(in: 0..<limit, using: &random)] = .random(in: 0...255, using: &random)
      }
      return copy
    }
  }

  /// Runs a reader on damaged copies; anything thrown must be our error.
  static func check(_ copies: [Data], _ read: (Data) throws -> Void) {
    #expect(!copies.isEmpty)
    for (index, copy) in copies.enumerated() {
      do {
        try read(copy)
      } catch {
        #expect(error is TasksError, "copy \(index): \(error)")
      }
    }
  }
}
