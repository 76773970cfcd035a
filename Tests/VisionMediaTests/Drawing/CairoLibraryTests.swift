import Testing
import VisionCore

@testable import VisionMedia

@Suite("Loading of Cairo")
struct CairoLibraryTests {
  @Test("Every function that is called is found in the library of the system")
  func complete() {
    #expect(throws: Never.self) { try SystemLibrary.cairo.load() }
  }

  @Test("Without it the error names every file that was tried, and what to install")
  func missing() {
    let error = #expect(throws: TasksError.self) {
      try SystemLibrary.cairo.named("libcairo-none.so.2", "/nowhere/libcairo.so.2").load()
    }
    #expect(error?.code == .notFoundError)
    #expect(error?.message.hasPrefix("Drawing needs Cairo, which cannot be loaded (") == true)
    #expect(error?.message.contains("libcairo-none.so.2") == true)
    #expect(error?.message.contains("/nowhere/libcairo.so.2") == true)
    #expect(error?.message.contains("install the package libcairo2 (Debian, Ubuntu)") == true)
  }

  #if os(Linux)
    @Test("A library that is none is passed over, and what comes after it is loaded")
    func oneOfSeveral() {
      #expect(throws: Never.self) { try SystemLibrary.cairo.named("libcairo-none.so.2", "libcairo.so.2").load() }
    }

    @Test("Another library is refused, and the function that it lacks named")
    func otherLibrary() {
      let error = #expect(throws: TasksError.self) { try SystemLibrary.cairo.named("libc.so.6").load() }
      #expect(error?.code == .notFoundError)
      #expect(error?.message.contains("libc.so.6 has no function cairo_") == true)
    }
  #endif

  @Test("A failed attempt leaves what is loaded as it is: drawing from many threads goes on")
  func threads() async throws {
    try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for number in 0..<32 {
        group.addTask {
          if number.isMultiple(of: 2) { _ = try? SystemLibrary.cairo.named("libcairo-none.so.2").load() }
          _ = try SystemLibrary.cairo.named("libcairo.so.2").load()
          let canvas = try ImageCanvas(DrawingTests.flat(0, width: 8, height: 8))
          canvas.fillRoundedBox(
            DrawingBox(minX: 0, minY: 0, width: 8, height: 8), cornerRadius: 0,
            color: DrawingColor(red: 1, green: 1, blue: 1))
          return try canvas.finish().rgbBytes()
        }
      }
      for try await bytes in group { #expect(bytes == [UInt8](repeating: 255, count: 8 * 8 * 3)) }
    }
  }
}
