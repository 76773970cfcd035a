import ArgumentParser
import Foundation

/// Category names separated by commas, as in `Victory,Thumb_Up`.
struct NameList: ExpressibleByArgument, Hashable {
  /// The names without surrounding blanks; never empty.
  let names: [String]

  init?(argument: String) {
    let names = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    guard !names.isEmpty else { return nil }
    self.names = names
  }
}
