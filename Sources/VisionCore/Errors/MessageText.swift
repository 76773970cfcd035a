import Foundation

extension Int {
  /// The number with its noun, for messages: `1 frame`, `2 frames`. By default the plural has an "s" at the end.
  package func counted(_ noun: String, plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }

  /// A number of bytes in megabytes (1,000,000 bytes), to one decimal: `64 MB`, `0.4 MB`.
  package var megabytes: String { "\(((Double(self) / 100_000).rounded() / 10).plainText) MB" }
}

extension BinaryInteger {
  /// The digits of a number from 0, with zeros before them up to a length: `00012`.
  package func zeroPadded(to length: Int) -> String {
    let digits = "\(self)"
    return String(repeating: "0", count: Swift.max(0, length - digits.count)) + digits
  }
}

extension BinaryFloatingPoint where Self: CustomStringConvertible {
  /// The shortest text that gives back the same number, whole ones without a point, such as `2` and `0.3`.
  package var plainText: String { Int(exactly: self).map { "\($0)" } ?? description }
}

extension String {
  /// The text with spaces after it, up to a column's width.
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }

  /// A path as messages show it. Of an address that was given in its place only the scheme is shown, as in `https://…`:
  /// the rest may have a password or a token.
  package var shownPath: String {
    guard let start = firstMatch(of: /^\s*([A-Za-z][A-Za-z0-9+.-]*):\/\//), start.1.lowercased() != "file" else {
      return self
    }
    return start.0 + "…"
  }

  /// The words of a name in camel case, with a separator between: `worldLandmarks` is `world_landmarks` with `_`.
  package func words(separatedBy separator: String) -> String {
    reduce(into: "") { $0 += $1.isUppercase ? separator + $1.lowercased() : String($1) }
  }

  /// A name with hyphens in camel case: `num-hands` is `numHands`.
  package var camelCased: String {
    let words = split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}

extension URL {
  /// The path of a file or folder as messages show it; only the scheme of an address that was given in its place.
  package var shownPath: String { relativePath.shownPath == relativePath ? path : relativePath.shownPath }
}

extension Sequence<String> {
  /// The name that was probably meant by one that is not among these, for "did you mean"; nil when none is close.
  /// The distance is the number of characters to insert and remove, without regard to case; the first of equally close
  /// names wins.
  package func closest(to name: String) -> String? {
    let written = Array(name.lowercased())
    // More changes would leave too little of a short name.
    let limit = Swift.min(Swift.max(2, written.count / 3), written.count - 1)
    var best: (name: String, distance: Int)?
    for candidate in self {
      // By the length first: names come from model files and may be of any.
      guard abs(candidate.utf8.count - name.utf8.count) <= 4 * (limit + 1) else { continue }
      let distance = Array(candidate.lowercased()).difference(from: written).count
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }
}

/// How responses and lines of JSON report an error: `{"error": {"code": …, "message": …}}`, with MediaPipe's code.
package struct ErrorReport: Codable, Hashable, Sendable {
  package struct Details: Codable, Hashable, Sendable {
    package let code: UInt
    package let message: String

    /// An error of another type than `TasksError` has the code of an unknown one.
    package init(_ error: any Error) {
      let known = error as? TasksError ?? TasksError(.unknownError, error.localizedDescription)
      (code, message) = (known.code.rawValue, known.message)
    }

    package var tasksError: TasksError { TasksError(TasksErrorCode(rawValue: code) ?? .unknownError, message) }
  }

  package let error: Details

  package init(_ error: any Error) { self.error = Details(error) }
}
