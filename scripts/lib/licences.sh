# Sourced: where the licences are of what is packed with the program or the Python package.

# Prints the path of Swift's licence. The toolchain names its folder itself: `swift` on the PATH may be a link to a tool that chooses one.
swift_license() {
  local resources
  resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
  printf '%s\n' "$(cd "$resources/../../share/swift" && pwd)/LICENSE.txt"
}
litert=$(sed -n 's/^readonly litert_version=//p' scripts/setup)
