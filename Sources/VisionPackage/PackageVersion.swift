/// The version of this package, the only place that has it.
package enum PackageVersion {
  /// The version by the rules of Semantic Versioning; `-dev` marks what comes before the release.
  package static let current = "0.9.0-dev"
}
