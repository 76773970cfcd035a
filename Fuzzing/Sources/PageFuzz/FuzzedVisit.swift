import Foundation
import FuzzSupport

@testable import VisionStudio

/// A visit with one picture. It is made anew now and then, and when an input ended it, so that what inputs leave behind stays small.
actor FuzzedVisit {
  /// The names that paths of inputs stand for.
  struct Names: Sendable {
    let visit: String
    let file: String
  }

  /// How many inputs share a visit.
  private static let inputCount = 256
  /// A picture of one pixel.
  private static let picture = Data(
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
      + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B])

  private let book: SessionStore
  private var names: Names?
  private var inputsLeft = 0

  init(in book: SessionStore) { self.book = book }

  /// The names for the next input.
  func next() async throws -> Names {
    inputsLeft -= 1
    if let names, inputsLeft > 0, let visit = try? await book.visit(names.visit),
      (try? await visit.file(names.file)) != nil
    {
      return names
    }
    await book.closeAll()
    let visit = try await book.open()
    let place = try await visit.newUploadFile(ending: "upload")
    try Self.picture.write(to: place)
    let file = try StoredFile(
      inspecting: place, name: "a.gif", byteCount: Self.picture.count, limits: visit.limits)
    try await visit.add(file)
    let made = Names(visit: visit.id, file: file.id)
    (names, inputsLeft) = (made, Self.inputCount)
    return made
  }
}
