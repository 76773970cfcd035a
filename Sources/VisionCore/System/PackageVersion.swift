/// The version of this package, defined only here.
package enum PackageVersion {
  /// The semantic version, that of the newest heading in CHANGELOG.md; `scripts/release` compares them.
  package static let current = "0.9.0"
}
