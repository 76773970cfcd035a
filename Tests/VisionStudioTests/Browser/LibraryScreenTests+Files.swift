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

  @Test("While a video plays, the results are those of the frame that is shown")
  func playing() async throws {
    try await Chromium.visit("#/library?task=pose") { browser, _ in
      try await browser.click("[data-sample='walkers.mp4']")
      try await browser.wait(for: "\(items).includes('90 frames,') && !\(items).includes('of 90')", seconds: 180)
      // Asked for after the page's own callback of the same frame.
      let wrong = try await browser.text(
        """
        new Promise((resolve) => {
          const video = document.querySelector('.viewer video');
          const wrong = [];
          let count = 0;
          const check = (_now, { mediaTime }) => {
            const shown = JSON.parse(document.getElementById('results-json').textContent).timestampMs;
            if (Math.abs(shown - mediaTime * 1000) > 2) wrong.push(`${shown} at ${mediaTime}`);
            if ((count += 1) > 40) resolve(wrong.join());
            else video.requestVideoFrameCallback(check);
          };
          video.requestVideoFrameCallback(check);
          video.play();
        })
        """)
      #expect(wrong.isEmpty, "\(wrong)")
    }
  }

  @Test("A setting applies also where the browser refuses the address, which has it a little later")
  func refusedAddress() async throws {
    try await Chromium.visit("#/library?task=pose") { browser, _ in
      // As Safari and Firefox after many changes.
      try await browser.text(
        """
        (() => {
          history.replaceState = () => { delete history.replaceState; throw new DOMException('', 'SecurityError'); };
          const slider = document.getElementById('setting-minPosePresenceConfidence');
          slider.value = '0.4';
          slider.dispatchEvent(new Event('input'));
        })()
        """)
      let output = "document.querySelector('[data-setting=minPosePresenceConfidence] output').textContent"
      #expect(try await browser.text(output) == "0.40")
      try await browser.wait(for: "document.getElementById('code-text').textContent.includes('0.4')", seconds: 10)
      try await browser.wait(for: "location.hash.includes('minPosePresenceConfidence=0.4')", seconds: 10)
    }
  }

  @Test("A file whose refusal the browser does not read is sent again once another is removed, and not before")
  func unreadRefusal() async throws {
    try await Chromium.visit("#/library?task=detect") { browser, _ in
      try await browser.click("[data-sample='coffee.jpg']")
      try await browser.wait(for: "\(items).includes('Cup')")
      // As WebKit where the server answers before it has the whole file.
      try await browser.text(
        """
        (() => {
          window.sendFile = XMLHttpRequest.prototype.send;
          window.tries = 0;
          XMLHttpRequest.prototype.send = function () { window.tries += 1; setTimeout(() => this.onerror()); };
        })()
        """)
      try await browser.click("[data-sample='yoga.jpg']")
      try await browser.wait(for: "\(items).includes('Is there room for it?')", seconds: 10)
      try await Task.sleep(for: .seconds(2))
      #expect(try await browser.text("document.getElementById('banner').hidden + ' ' + window.tries") == "true 1")
      try await browser.text("XMLHttpRequest.prototype.send = window.sendFile")
      try await browser.click(".items li:last-child .remove")
      try await browser.wait(for: "\(items).includes('Person')")
    }
  }
}
