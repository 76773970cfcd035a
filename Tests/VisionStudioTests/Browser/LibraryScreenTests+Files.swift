import Foundation
import TestSupport
import Testing

/// Files one after the other, many files, and files that are refused.
extension LibraryScreenTests {
  @Test("An image that is shown after an annotated video has its results drawn")
  func imageAfterVideo() async throws {
    let folder = try TemporaryFolder()
    let animated = try MadeMedia.animation(in: folder)
    try await Chromium.visit("#/library?task=gesture") { browser, _ in
      try await browser.choose([animated, try SharedFolder.path("media/thumb_up_teal.png")], in: "#library-input")
      try await browser.wait(for: "\(items).includes('12 frames') && \(items).includes('Thumb up')")
      try await browser.click("#items li:last-child .open")
      try await browser.wait(for: "document.querySelector('.viewer video')?.src.endsWith('/outputs/annotated')")
      try await browser.click("#items li:first-child .open")
      let isDrawn =
        "((canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data"
        + ".some((value, place) => place % 4 === 3 && value > 20))(document.querySelector('.viewer canvas'))"
      try await browser.wait(for: "document.querySelector('.viewer img') && \(isDrawn)", seconds: 20)
      try await browser.screenshot("library-picture-after-animation")
    }
  }
}
