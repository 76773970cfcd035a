import FuzzSupport

@main
enum PageFuzz {
  static func main() { Fuzzer.run { _ in } }
}
