import VisionCatalog

/// An entry of the catalog as `vision models list --json` prints it.
struct CatalogReport: Encodable {
  private struct Wheel: Encodable {
    let package: String
    let version: String
    let member: String
    let pipArguments: [String]
  }

  private let name: String
  private let kind: String
  private let summary: String
  private let fileName: String
  private let byteCount: Int
  private let sha256: String
  private let license: String
  private let officialAddress: String?
  private let wheel: Wheel?
  private let path: String?

  /// Describes an entry; its path is there only when it has been fetched.
  init(_ entry: CatalogEntry, in catalog: ModelCatalog) {
    name = entry.name
    kind = entry.kind.rawValue
    summary = entry.summary
    fileName = entry.fileName
    byteCount = entry.byteCount
    sha256 = entry.sha256
    license = entry.license
    officialAddress = entry.officialAddress
    wheel = entry.wheel.map {
      Wheel(package: $0.package, version: $0.version, member: $0.member, pipArguments: $0.pipArguments)
    }
    path = catalog.isCached(entry) ? catalog.cache.location(of: entry).path : nil
  }
}
