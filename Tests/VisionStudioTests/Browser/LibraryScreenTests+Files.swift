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

  @Test("An image that the browser cannot show is shown by its conversion, although it fails before it is sent")
  func converted() async throws {
    let folder = try TemporaryFolder()
    let photo = try folder.write(ImageKindTests.fixture("quadrants.heic"), "photo.heic")
    try await Chromium.visit("#/library?task=gesture") { browser, _ in
      try await browser.choose([photo], in: "#library-input")
      try await browser.wait(for: "\(items).includes('Nothing found')", seconds: 20)
      try await browser.wait(for: "document.querySelector('.viewer img')?.naturalWidth > 0")
      try await browser.screenshot("library-converted")
    }
  }

  @Test("Rows of many files keep their height, and scroll", arguments: [1280, 390])
  func manyFiles(width: Int) async throws {
    try await Chromium.visit("#/library?task=gesture") { browser, _ in
      try await browser.resize(width: width, height: 844)
      // A transfer that never ends by itself.
      try await browser.text("(XMLHttpRequest.prototype.send = () => {}, '')")
      let thumb = try SharedFolder.path("media/thumb_up_teal.png")
      try await browser.choose(Array(repeating: thumb, count: 40), in: "#library-input")
      try await browser.wait(for: "document.querySelectorAll('#items li').length === 40")
      try await browser.text("document.getElementById('items').scrollIntoView()")
      try await browser.screenshot("library-many-\(width)")
      let lowest = try await browser.text(
        "Math.min(...[...document.querySelectorAll('#items li')].map((row) => row.offsetHeight))")
      #expect((Int(lowest) ?? 0) >= 60, "\(lowest)")
      let list = "document.getElementById('items')"
      #expect(try await browser.text("\(list).clientHeight <= 376 && \(list).scrollHeight > 500") == "true")
    }
  }

  @Test("A file that the server refuses is not sent again with other settings")
  func refusedOnce() async throws {
    try await Chromium.visit("#/library?task=gesture", expecting: { $0.contains("status of 422") }) { browser, _ in
      try await browser.text(
        """
        (() => {
          const plain = XMLHttpRequest.prototype.send;
          window.sent = 0;
          XMLHttpRequest.prototype.send = function (body) {
            window.sent += 1;
            plain.call(this, body);
          };
        })()
        """)
      let folder = try TemporaryFolder()
      let words = try folder.write(Data("no picture at all".utf8), "broken.png")
      try await browser.choose([words, try SharedFolder.path("media/thumb_up_teal.png")], in: "#library-input")
      try await browser.wait(for: "document.querySelector('.items .failed') && \(items).includes('Thumb up')")
      try await browser.click("#tasks input[value='hand']")
      try await browser.wait(for: "!\(items).includes('Thumb up') && \(items).includes('Left hand')")
      #expect(try await browser.text("window.sent") == "2")
      #expect(try await browser.text("document.querySelector('.items .failed').innerText").contains("broken.png"))
    }
  }

  @Test("A file for which there was no room goes on once another is removed")
  func room() async throws {
    let studio = try await RunningStudio { $0.limits.filesPerVisit = 1 }
    let browser = try await Chromium()
    try await browser.open(studio.address.absoluteString + "#/library?task=gesture")
    try await browser.choose([try SharedFolder.path("media/pointing_up.png")], in: "#library-input")
    try await browser.wait(for: "\(items).includes('Pointing up')")
    try await browser.choose([try SharedFolder.path("media/thumb_up_teal.png")], in: "#library-input")
    try await browser.wait(for: "\(items).includes('1 file is the maximum; remove some')")
    try await browser.click("[aria-label='Remove pointing_up.png']")
    try await browser.wait(for: "\(items).includes('Thumb up')", seconds: 20)
    await browser.close()
    try await studio.stop()
  }
}
