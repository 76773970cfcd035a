/// The version of this package, defined only here.
package enum PackageVersion {
  /// The semantic version; `-dev` marks a development version before the release.
  package static let current = "0.9.0-dev"
}
