import Foundation
import TestSupport
import Testing

@testable import VisionStudio

@Suite(
  "The training screen in a browser", .serialized, .needs(.chromium), .needs(.ffmpeg), .needs(.shared), .needs(.command)
)
struct TrainScreenTests {
  private static let card = "document.querySelectorAll('.gesture')"

  /// Sets the name of a gesture.
  private func name(_ index: Int, _ name: String, _ browser: Chromium) async throws {
    try await browser.text(
      "(() => { const field = \(Self.card)[\(index)].querySelector('input[type=text]'); field.value = '\(name)'; "
        + "field.dispatchEvent(new Event('input')); })()")
  }

  private func click(_ index: Int, _ text: String, _ browser: Chromium) async throws {
    try await browser.text(
      "[...\(Self.card)[\(index)].querySelectorAll('button')].find((b) => b.textContent === '\(text)').click()")
  }

  /// Starts the camera and records examples of the first gesture, until it has as many.
  private func record(_ count: Int, _ browser: Chromium) async throws {
    try await browser.click("#train-camera")
    try await browser.wait(for: "document.getElementById('train-stage').dataset.state === 'running'")
    try await name(0, "Thumb", browser)
    try await click(0, "Record", browser)
    try await browser.wait(for: "parseInt(\(Self.card)[0].querySelector('.chip').textContent) >= \(count)")
  }

  @Test("Examples are recorded and added as files, trained, tried with the camera, and downloaded")
  func whole() async throws {
    let folder = try TemporaryFolder()
    try await Chromium.visit("#/train", camera: FakeCamera.thumb(in: folder)) { browser, studio in
      try await browser.screenshot("train-empty")
      #expect(try await browser.text("document.getElementById('train-run').disabled") == "true")
      try await record(12, browser)
      try await browser.screenshot("train-recording")
      try await click(0, "Stop", browser)

      try await name(1, "Four", browser)
      let pictures = try ["four_landscape.png", "face_far.png"].map { try SharedFolder.media($0) }
      for _ in 0..<5 {
        let before = Int(try await browser.text("parseInt(\(Self.card)[1].querySelector('.chip').textContent)")) ?? 0
        try await browser.choose(
          [pictures[0]], in: ".gesture:nth-of-type(2) input[type=file]")
        try await browser.wait(for: "parseInt(\(Self.card)[1].querySelector('.chip').textContent) > \(before)")
      }
      // A picture without a hand is told.
      try await browser.choose(
        [try SharedFolder.media("coffee.png")], in: ".gesture:nth-of-type(2) input[type=file]")
      try await browser.wait(for: "\(Self.card)[1].innerText.includes('No hand in 1 of 1 picture')")
      try await browser.click("#train-run")
      try await browser.wait(
        for: "document.getElementById('train-result').innerText.includes('Other hands rejected')", seconds: 240)
      let result = try await browser.text("document.getElementById('train-result').innerText")
      #expect(result.contains("Thumb") && result.contains("Four"), "\(result)")
      try await browser.screenshot("train-result")
      try await browser.setDark(true)
      try await browser.screenshot("train-result-dark")
      try await browser.resize(width: 390, height: 844)
      try await browser.screenshot("train-phone-dark")
      try await browser.setDark(false)
      try await browser.resize(width: 1280, height: 900)

      // The download is the bundle, which the command loads.
      let size = try await browser.text(
        "fetch(document.querySelector('#train-result a').href).then((r) => r.arrayBuffer()).then((b) => b.byteLength)")
      #expect(try #require(Int(size)) > 8_000_000)
      try await browser.text(
        "[...document.querySelectorAll('#train-result button')].find((b) => b.textContent === 'Try it').click()")
      try await browser.click("#camera-toggle")
      try await browser.wait(for: "document.getElementById('camera-results').innerText.includes('Thumb')")
      #expect(
        try await browser.text("document.getElementById('camera-results').innerText").contains("Thumb up") == false)

      // A page that is loaded again has the examples and the result.
      try await browser.open(studio.address.absoluteString + "#/train")
      try await browser.wait(for: "\(Self.card)[0].innerText.includes('example')")
      try await browser.wait(for: "document.getElementById('train-result').innerText.includes('Other hands rejected')")
    }
  }

  /// The examples on the server, as `name: count`.
  private func stored(_ browser: Chromium) async throws -> String {
    try await browser.text(
      "(await (await fetch(`/api/visits/${sessionStorage.getItem('vision-visit')}/training`)).json()).gestures"
        + ".map(({ name, count }) => `${name}: ${count}`).join()")
  }

  @Test("A name that another gesture has is refused at its field; removing that card leaves the other's examples")
  func equalNames() async throws {
    try await Chromium.visit("#/train") { browser, _ in
      try await name(0, "Four", browser)
      try await browser.choose(
        [try SharedFolder.media("four_landscape.png")], in: ".gesture:nth-of-type(1) input[type=file]")
      try await browser.wait(for: "\(Self.card)[0].innerText.includes('1 example')")
      let adding = "[...\(Self.card)[1].querySelectorAll('button')].find((b) => b.textContent === 'Add pictures')"
      let problem = "\(Self.card)[1].querySelector('.name-problem')"
      for taken in [" Four", "none", "None"] {
        try await name(1, taken, browser)
        try await browser.wait(for: "\(problem).innerText.includes('Another gesture has this name')")
        #expect(try await browser.text("\(adding).disabled") == "true", "\(taken)")
        #expect(try await browser.text("\(Self.card)[1].querySelector('input').ariaInvalid") == "true", "\(taken)")
      }
      // The one with the examples keeps its name.
      #expect(try await browser.text("\(Self.card)[0].querySelector('.name-problem').hidden") == "true")
      try await name(1, "four", browser)
      #expect(try await browser.text("\(problem).hidden") == "true")
      try await name(1, "Four", browser)
      try await browser.screenshot("train-equal-names")
      try await click(1, "Remove", browser)
      try await browser.wait(for: "\(Self.card).length === 2")
      #expect(try await stored(browser) == "Four: 1")
    }
  }

  @Test("Pictures that cannot be read are counted and named, whichever come after them")
  func unreadablePictures() async throws {
    try await Chromium.visit("#/train") { browser, _ in
      let folder = try TemporaryFolder()
      let words = try ["a.txt", "b.gif"].map { try folder.write(Data("no picture".utf8), $0) }
      try await name(0, "Four", browser)
      try await browser.choose(
        [words[0], try SharedFolder.media("four_landscape.png"), words[1], try SharedFolder.media("coffee.png")],
        in: ".gesture:nth-of-type(1) input[type=file]")
      let text = "\(Self.card)[0].innerText"
      try await browser.wait(for: "\(text).includes('2 of 4 pictures cannot be read: a.txt, b.gif.')")
      try await browser.wait(for: "\(text).includes('No hand in 1 of 4 pictures.')")
      #expect(try await stored(browser) == "Four: 1")
      try await browser.screenshot("train-unreadable")
    }
  }

  @Test("The model that the training needs is fetched by a button")
  func fetching() async throws {
    let folder = try TemporaryFolder()
    let studio = try await RunningStudio.withoutModels(cachedIn: folder)
    let browser = try await Chromium()
    try await browser.open(studio.address.absoluteString + "#/train?task=pose")
    try await browser.wait(for: "document.querySelector('#train .fetch button')?.checkVisibility()")
    try await browser.screenshot("train-model-missing")
    try await browser.click("#train .fetch button")
    try await browser.wait(for: "!document.querySelector('#train .fetch')")
    try await name(0, "Four", browser)
    try await browser.choose(
      [try SharedFolder.media("four_landscape.png")], in: ".gesture:nth-of-type(1) input[type=file]")
    try await browser.wait(for: "\(Self.card)[0].innerText.includes('1 example')")
    await browser.close()
    try await studio.stop()
  }

  @Test("A gesture that is removed while an example is on its way is gone")
  func removedWhileRecorded() async throws {
    let folder = try TemporaryFolder()
    try await Chromium.visit("#/train", camera: FakeCamera.thumb(in: folder)) { browser, _ in
      try await record(1, browser)
      // The next example arrives late.
      try await browser.text(
        """
        (() => {
          const plain = window.fetch;
          window.fetch = async (path, options) => {
            const isExample = options?.method === 'POST' && path.includes('/training/examples');
            if (isExample) {
              window.isOnItsWay = true;
              await new Promise((resolve) => { setTimeout(resolve, 500); });
            }
            const answer = await plain(path, options);
            if (isExample) window.hasArrived = true;
            return answer;
          };
        })()
        """)
      try await browser.wait(for: "window.isOnItsWay")
      let count = "\(Self.card).length"
      let before = try await browser.text(count)
      try await click(0, "Remove", browser)
      try await browser.wait(for: "\(count) < \(before) && window.hasArrived")
      #expect(try await stored(browser) == "")
    }
  }

  @Test("A recording that outlives its visit leaves no example in the next visit, whose page shows none")
  func endedVisit() async throws {
    let folder = try TemporaryFolder()
    // The browser reports the answer, too.
    try await Chromium.visit("#/train", camera: FakeCamera.thumb(in: folder), expecting: { $0.contains("404") }) {
      browser, _ in
      try await record(1, browser)
      try await browser.text(
        "fetch(`/api/visits/${sessionStorage.getItem('vision-visit')}`, { method: 'DELETE' }).then((a) => a.status)")
      try await browser.wait(for: "!\(Self.card)[0].innerText.includes('example')")
      try await browser.text("new Promise((resolve) => { setTimeout(resolve, 1000); })")
      if try await browser.text("sessionStorage.getItem('vision-visit') !== null") == "true" {
        #expect(try await stored(browser) == "")
      }
    }
  }
}
