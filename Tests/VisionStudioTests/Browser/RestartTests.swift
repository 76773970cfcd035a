import Foundation
import TestSupport
import Testing

@testable import VisionStudio

@Suite("The page after a restart of its server", .serialized, .needs(.chromium), .needs(.ffmpeg), .needs(.shared))
struct RestartTests {
  private let items = "document.getElementById('items').innerText"
  private let bannerIsShown = "document.getElementById('banner').checkVisibility()"

  /// Starts a server again where an older one was.
  private func restart(_ studio: RunningStudio) async throws -> RunningStudio {
    let port = try #require(studio.address.port)
    return try await RunningStudio { ($0.port, $0.token) = (port, studio.token) }
  }

  @Test("A page at rest notices within seconds that its server is gone, and that it is back")
  func notice() async throws {
    let studio = try await RunningStudio()
    let browser = try await Chromium()
    try await browser.open(studio.address.absoluteString + "#/library")
    try await studio.stop()
    try await browser.wait(for: bannerIsShown, seconds: 20)
    let second = try await restart(studio)
    try await browser.wait(for: "!\(bannerIsShown)", seconds: 20)
    await browser.close()
    try await second.stop()
  }

  @Test("The camera goes on by itself, with a model of one's own")
  func camera() async throws {
    let studio = try await RunningStudio()
    let browser = try await Chromium()
    try await browser.open(studio.address.absoluteString + "#/models")
    try await browser.choose(
      [try SharedFolder.path("models/gesture_recognizer_with_custom_gestures.task")], in: "#model-input")
    try await browser.click("#own-models button.primary")
    try await browser.click("#camera-toggle")
    try await browser.wait(for: "/[0-9]/.test(document.getElementById('figures').innerText)")
    try await studio.stop()
    try await browser.wait(for: bannerIsShown)
    try await browser.wait(
      for: "document.getElementById('camera-message').innerText.includes('Waiting for the server')")
    let second = try await restart(studio)
    try await browser.wait(for: "!\(bannerIsShown) && document.getElementById('camera-message').hidden")
    try await browser.wait(for: "/[0-9]/.test(document.getElementById('figures').innerText)")
    #expect(
      try await browser.text("document.getElementById('setting-model').selectedOptions[0].textContent")
        == "gesture_recognizer_with_custom_gestures.task")
    await browser.close()
    try await second.stop()
  }

  @Test("A run that was under way begins anew, and what was done before is there again")
  func library() async throws {
    let studio = try await RunningStudio()
    let browser = try await Chromium()
    try await browser.open(studio.address.absoluteString + "#/library?task=gesture")
    try await browser.choose([try SharedFolder.path("media/thumb_up_teal.png")], in: "#library-input")
    try await browser.wait(for: "\(items).includes('Thumb up')")
    try await browser.choose([try SharedFolder.path("media/thumb_video.mp4")], in: "#library-input")
    try await browser.wait(for: "document.querySelector('.items progress:not(.over)')?.value > 0.02")
    try await studio.stop()
    try await browser.wait(for: bannerIsShown)
    let second = try await restart(studio)
    try await browser.wait(for: "\(items).includes('195 frames,') && !\(items).includes('of 195')", seconds: 180)
    try await browser.wait(for: "\(items).includes('Thumb up') && !\(bannerIsShown)")
    try await browser.wait(for: "document.querySelector('.viewer-head a[href]')")
    #expect(
      try await browser.text("fetch(document.querySelector('.viewer-head a').href).then((a) => a.status)") == "200")
    #expect(try await browser.text("document.querySelectorAll('.items .failed').length") == "0")
    await browser.close()
    try await second.stop()
  }

  @Test("Of the heartbeats of a page whose server is away only one is sent when it is back")
  func heartbeats() async throws {
    try await Chromium.visit("#/library") { browser, _ in
      let count = try await browser.text(
        """
        (async () => {
          const [interval, fetch] = [window.setInterval, window.fetch];
          const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });
          let beat = () => {};
          window.setInterval = (work) => { beat = work; };
          await import('/page/visit.js?again');
          window.setInterval = interval;
          window.fetch = () => Promise.reject(new TypeError('away'));
          for (let number = 0; number < 4; number += 1) beat();
          await pause(300);
          let count = 0;
          window.fetch = (path, options) => {
            if (path === '/page/logo.svg') count += 1;
            return fetch(path, options);
          };
          await pause(2500);
          return count;
        })()
        """)
      // The page has a heartbeat of its own.
      #expect((1...2).contains(Int(count) ?? 0), "\(count)")
    }
  }
}
