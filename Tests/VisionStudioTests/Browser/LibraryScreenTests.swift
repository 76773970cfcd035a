import Foundation
import TestSupport
import Testing
import VisionMedia
import VisionPackage

@testable import VisionStudio

@Suite("The library in a browser", .serialized, .needs(.chromium), .needs(.ffmpeg), .needs(.shared))
struct LibraryScreenTests {
  private func run(_ address: String, _ body: (Chromium, RunningStudio) async throws -> Void) async throws {
    let studio = try await RunningStudio()
    let browser = try await Chromium()
    do {
      try await browser.open(studio.address.absoluteString + address)
      try await body(browser, studio)
    } catch {
      await browser.close()
      try await studio.stop()
      throw error
    }
    await browser.close()
    try await studio.stop()
  }

  private let items = "document.getElementById('items').innerText"

  /// What a link of the page leads to.
  private func download(_ link: String, _ browser: Chromium, _ studio: RunningStudio) async throws -> Data {
    let path = try await browser.text(
      "[...document.querySelectorAll('.viewer-head a')].find((a) => a.textContent.startsWith('\(link)')).getAttribute('href')"
    )
    return try await studio.client.get(path).body
  }

  @Test("A sample picture: one click, and its gesture is named, drawn, in the table and in the JSON")
  func sample() async throws {
    try await run("#/library?task=detect") { browser, studio in
      try await browser.screenshot("library-empty")
      #expect(
        try await browser.text("document.getElementById('version').innerText")
          == "swift-vision-tasks \(PackageVersion.current)")
      try await browser.click("[data-sample='thumb.jpg']")
      try await browser.wait(for: "\(items).includes('Thumb up')")
      #expect(try await browser.text("document.querySelector('tbody').innerText").contains("Thumb up"))
      #expect(try await browser.text("document.querySelector('.results pre').textContent").contains("\"Thumb_Up\""))
      #expect(try await browser.text("location.hash").contains("task=gesture"))
      let annotated = try ImageFile.decode(try await download("Annotated", browser, studio))
      #expect(annotated.width == 480)
      #expect(String(decoding: try await download("JSON", browser, studio), as: UTF8.self).contains("\"Thumb_Up\""))
      #expect(try await browser.text("document.getElementById('code-text').textContent").contains("thumb.jpg"))
      try await browser.screenshot("library-picture")
      #expect(browser.reportedErrors.isEmpty, "\(browser.reportedErrors)")
    }
  }

  @Test("A video: progress, coloured bars for gestures, scrubbing, both downloads")
  func video() async throws {
    try await run("#/library?task=gesture") { browser, studio in
      try await browser.choose([try SharedFolder.path("media/thumb_video.mp4")], in: "#library-input")
      try await browser.wait(for: "document.querySelector('.items progress:not(.over)')?.value > 0.05")
      try await browser.wait(for: "\(items).includes('195 frames,') && !\(items).includes('of 195')", seconds: 180)
      let lanes = try await browser.text("[...document.querySelectorAll('.lane')].map((l) => l.dataset.lane).join()")
      #expect(lanes.contains("Thumb up") && lanes.contains("Closed fist"), "\(lanes)")
      let bar = try await browser.text(
        "document.querySelector('.lane[data-lane=\"Thumb up\"] i:last-child').style.width")
      #expect((Double(bar.dropLast()) ?? 0) > 50, "the thumb is up for most of the video: \(bar)")
      // Scrubbing by the slider's own keys shows what was found there.
      try await browser.text(
        "(() => { const slider = document.querySelector('.transport input'); slider.focus(); slider.value = 640; "
          + "slider.dispatchEvent(new Event('input')); })()")
      try await browser.wait(for: "document.querySelector('tbody').innerText.includes('Thumb up')")
      #expect(try await browser.text("document.querySelector('.transport output').textContent").hasPrefix("0:05.0"))
      #expect(
        try await browser.text("document.querySelector('.transport input').getAttribute('aria-valuetext')") == "0:05.0")
      let folder = try TemporaryFolder()
      let reader = try VideoReader(
        contentsOfFile: folder.write(try await download("Annotated", browser, studio), "a.mp4"))
      #expect(reader.width == 1280 && reader.estimatedFrameCount == 195)
      let lines = String(decoding: try await download("JSON", browser, studio), as: UTF8.self)
      #expect(lines.split(separator: "\n").count == 195)
      try await browser.text("document.querySelector('.viewer').scrollIntoView()")
      try await browser.screenshot("library-video")
      try await browser.setDark(true)
      try await browser.screenshot("library-video-dark")
      try await browser.resize(width: 390, height: 844)
      try await browser.text("document.querySelector('.viewer').scrollIntoView()")
      try await browser.screenshot("library-video-phone")
      #expect(browser.reportedErrors.isEmpty, "\(browser.reportedErrors)")
    }
  }

  @Test("Tracked objects have a lane each, with their numbers in the table")
  func tracks() async throws {
    try await run("#/library?task=track&multipleObjects=true") { browser, _ in
      try await browser.choose([try SharedFolder.path("media/trio_pan.mp4")], in: "#library-input")
      try await browser.wait(for: "\(items).includes('90 frames,') && !\(items).includes('of 90')", seconds: 180)
      let lanes = try await browser.text("[...document.querySelectorAll('.lane')].map((l) => l.dataset.lane).join()")
      #expect(lanes.contains("Object 1"), "\(lanes)")
      try await browser.text("document.querySelector('.viewer video').currentTime = 2")
      try await browser.wait(for: "/Object \\d/.test(document.querySelector('tbody').innerText)")
      try await browser.screenshot("library-tracks")
      #expect(browser.reportedErrors.isEmpty, "\(browser.reportedErrors)")
    }
  }

  @Test("Several files at once; a broken one shows its error and the others go on")
  func broken() async throws {
    try await run("#/library?task=gesture") { browser, _ in
      let folder = try TemporaryFolder()
      let words = try folder.write(Data("no picture at all".utf8), "broken.png")
      let cut = try folder.write(try SharedFolder.mediaData("trio_pan.mp4").prefix(5000), "cut.mp4")
      try await browser.choose(
        [words, try SharedFolder.path("media/pointing_up.png"), cut, try SharedFolder.path("media/thumb_up_teal.png")],
        in: "#library-input")
      try await browser.wait(for: "\(items).includes('Pointing up') && \(items).includes('Thumb up')")
      try await browser.wait(for: "document.querySelectorAll('.items .failed').length === 2")
      let text = try await browser.text(items)
      #expect(text.contains("\"broken.png\"") || text.contains("broken.png"), "\(text)")
      try await browser.wait(for: "document.querySelector('.problem').innerText.length > 10")
      #expect(try await browser.text("document.querySelector('.problem').getAttribute('role')") == "alert")
      #expect(try await browser.text("document.querySelector('.viewer .stage').checkVisibility()") == "false")
      try await browser.screenshot("library-broken")
      // The page goes on.
      try await browser.click("[data-sample='coffee.jpg']")
      try await browser.wait(for: "\(items).includes('Cup')")
      let before = try await browser.text("document.querySelectorAll('.items li').length")
      try await browser.click("[aria-label='Remove broken.png']")
      #expect(before == "5")
      #expect(try await browser.text("document.querySelectorAll('.items li').length") == "4")
    }
  }

  @Test("A setting changes the results that are shown, and a link brings the setting back")
  func settings() async throws {
    try await run("#/library?task=pose&numPoses=2&minPosePresenceConfidence=0.4") { browser, studio in
      #expect(try await browser.text("document.getElementById('setting-numPoses').value") == "2")
      #expect(
        try await browser.text("document.querySelector('[data-setting=minPosePresenceConfidence] output').textContent")
          == "0.40")
      #expect(try await browser.text("document.getElementById('code-text').textContent").contains("numPoses = 2"))
      try await browser.click("#code-commandLine")
      #expect(try await browser.text("document.getElementById('code-text').textContent").contains("--num-poses 2"))
      try await browser.choose([try SharedFolder.path("media/three_people.png")], in: "#library-input")
      try await browser.wait(for: "\(items).includes('Person 2')")
      try await browser.text(
        "(() => { const field = document.getElementById('setting-numPoses'); field.value = 1; "
          + "field.dispatchEvent(new Event('input')); })()")
      try await browser.wait(for: "\(items).includes('Person 1') && !\(items).includes('Person 2')")
      #expect(try await browser.text("location.hash").contains("numPoses") == false)
      #expect(try await browser.text("location.hash").contains("minPosePresenceConfidence=0.4"))
      try await browser.click("#settings-reset")
      #expect(try await browser.text("location.hash") == "#/library?task=pose")
    }
  }

  /// Makes some of the page's requests slow, and counts the runs that it asks for.
  private func slowDown(_ slow: SlowRequest, _ browser: Chromium) async throws {
    try await browser.text(
      """
      (() => {
        const plain = window.fetch;
        window.runs = 0;
        window.fetch = async (path, options) => {
          const isStart = options?.method === 'POST' && path.endsWith('/jobs');
          if (isStart) window.runs += 1;
          const isSlow = \(slow == .firstStart) ? isStart && window.runs === 1 : /jobs.[0-9a-f]+$/.test(path);
          if (isSlow) await new Promise((resolve) => { setTimeout(resolve, 500); });
          return plain(path, options);
        };
      })()
      """)
  }

  enum SlowRequest: CaseIterable {
    case firstStart, looks
  }

  @Test("A sample of another task is worked on once, though choosing it changes the task")
  func sampleOfAnotherTask() async throws {
    try await run("#/library?task=detect") { browser, _ in
      try await slowDown(.looks, browser)
      // The page works anew 200 ms after a change: here well after the first run has begun.
      try await browser.text(
        "(() => { const plain = window.setTimeout; "
          + "window.setTimeout = (work, wait) => plain(work, wait === 200 ? 2000 : wait); })()")
      try await browser.click("[data-sample='thumb.jpg']")
      try await browser.wait(for: "\(items).includes('Thumb up')")
      try await browser.text("new Promise((resolve) => { setTimeout(resolve, 2500); })")
      #expect(try await browser.text("window.runs") == "1")
      #expect(browser.reportedErrors.isEmpty, "\(browser.reportedErrors)")
    }
  }

  @Test("A run that another replaces is not asked for any more", arguments: SlowRequest.allCases)
  func replacedRun(slow: SlowRequest) async throws {
    try await run("#/library?task=pose&numPoses=2&minPosePresenceConfidence=0.4") { browser, _ in
      try await slowDown(slow, browser)
      try await browser.choose([try SharedFolder.path("media/three_people.png")], in: "#library-input")
      try await browser.wait(for: "window.runs === 1")
      try await browser.click("#settings-reset")
      try await browser.wait(for: "\(items).includes('Person 1')")
      #expect(try await browser.text("\(items).includes('Person 2')") == "false")
      #expect(try await browser.text("window.runs") == "2")
      #expect(browser.reportedErrors.isEmpty, "\(browser.reportedErrors)")
    }
  }

  @Test("A model of one's own: what is inside, its use, and an error for what is no model")
  func models() async throws {
    try await run("#/models") { browser, _ in
      let folder = try TemporaryFolder()
      let words = try folder.write(Data("no model".utf8), "wrong.task")
      try await browser.choose(
        [try SharedFolder.path("models/gesture_recognizer_with_custom_gestures.task"), words], in: "#model-input")
      try await browser.wait(for: "document.querySelector('#own-models .fits')")
      #expect(
        try await browser.text("document.querySelector('#own-models pre').textContent").contains(
          "custom_gesture_classifier.tflite"))
      try await browser.wait(for: "document.querySelector('#own-models .problem')?.innerText.length > 10")
      try await browser.screenshot("models")
      try await browser.text(
        "[...document.querySelectorAll('#own-models button')].find((b) => b.textContent === 'Use for gestures').click()"
      )
      try await browser.wait(
        for: "document.getElementById('setting-model').selectedOptions[0].textContent.includes('custom_gestures')")
      try await browser.text("document.querySelector('[data-screen=library]').click()")
      try await browser.choose([try SharedFolder.path("media/thumb_up_teal.png")], in: "#library-input")
      try await browser.wait(for: "\(items).includes('Divide')")
      #expect(
        try await browser.text("document.getElementById('code-text').textContent").contains(
          "gesture_recognizer_with_custom_gestures.task"))
    }
  }
}
