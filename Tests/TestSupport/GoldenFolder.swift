import Foundation

/// A folder of MediaPipe's own results as JSON, and the media that they belong to.
package struct GoldenFolder: Sendable {
  /// The results that the checkout has, with their media: a part of `shared`, for every machine that has the models.
  package static let core = GoldenFolder(
    results: Checkout.file("Tests/Goldens/results"), media: Checkout.file("Tests/Goldens/media"))

  /// Those of the folder `shared`; nil without it.
  package static let shared = SharedFolder.url.map {
    GoldenFolder(results: $0.appending(path: "golden"), media: $0.appending(path: "media"))
  }

  private let results: URL
  private let media: URL

  /// The names of the results, sorted; those that hold a word if one is given.
  ///
  /// - Throws: When the folder cannot be listed.
  package func names(containing word: String? = nil) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: results.path)
      .filter { name in name.hasSuffix(".json") && word.map { name.contains($0) } != false }.sorted()
  }

  /// A result.
  ///
  /// - Throws: When it is not there or is not of that type.
  package func decode<Result: Decodable>(_ type: Result.Type = Result.self, from name: String) throws -> Result {
    try JSONDecoder().decode(type, from: Data(contentsOf: results.appending(path: name)))
  }

  /// The path of a media file.
  package func media(_ name: String) -> String { media.appending(path: name).path }
}
