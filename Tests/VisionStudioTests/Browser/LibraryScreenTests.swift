import Foundation
import TestSupport
import Testing
import VisionCore
import VisionMedia

@testable import VisionStudio

@Suite("The library in a browser", .serialized, .needs(.chromium), .needs(.ffmpeg), .needs(.shared))
struct LibraryScreenTests {
  let items = "document.getElementById('items').innerText"

  /// What a link of the page leads to.
  private func download(_ link: String, _ browser: Chromium, _ studio: RunningStudio) async throws -> Data {
    let path = try await browser.text(
      "[...document.querySelectorAll('.downloads a')].find((a) => a.textContent.startsWith('\(link)')).getAttribute('href')"
    )
    return try await studio.client.get(path).body
  }

  @Test("A sample picture: one click, and its gesture is named, drawn, in the table and in the JSON")
  func sample() async throws {
    try await Chromium.visit("#/library?task=detect") { browser, studio in
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
    }
  }

  @Test("A face has its mesh, a bar for each blendshape when they are asked for, and JSON with all of them")
  func face() async throws {
    try await Chromium.visit("#/library?task=face&blendshapes=true&matrices=true") { browser, studio in
      try await browser.click("[data-sample='face.jpg']")
      try await browser.wait(for: "\(items).includes('Face 1')")
      let bars =
        "[...document.querySelectorAll('.viewer .bars li')].map((row) => row.innerText.replace(/\\n/g, ' ')).join()"
      let rows = try await browser.text(bars).split(separator: ",")
      #expect(rows.count == 52 && rows.contains { $0.hasPrefix("Mouth smile left 0.") }, "\(rows)")
      #expect(try await browser.text("document.querySelector('tbody').innerText").contains("478 landmarks"))
      let line = String(decoding: try await download("JSON", browser, studio), as: UTF8.self)
      #expect(line.contains("\"faceScores\":[") && line.contains("\"facialTransformationMatrixes\":[["))
      try await browser.screenshot("library-face")
      try await browser.setDark(true)
      try await browser.screenshot("library-face-dark")
    }
  }

  @Test("Detected faces are boxes with six points")
  func faceBoxes() async throws {
    try await Chromium.visit("#/library?task=face-detect") { browser, _ in
      try await browser.click("[data-sample='face.jpg']")
      try await browser.wait(for: "\(items).includes('Face 1')")
      try await browser.screenshot("library-face-boxes")
      #expect(try await browser.text("document.querySelectorAll('.viewer .bars li').length") == "0")
    }
  }

  @Test("A region is drawn on the picture, refused where it is none, and shows in the address and the code")
  func region() async throws {
    try await Chromium.visit("#/library?task=gesture") { browser, _ in
      try await browser.click("[data-sample='thumb.jpg']")
      try await browser.wait(for: "\(items).includes('Thumb up')")
      let link = "document.querySelector('.downloads a').getAttribute('href')"
      let whole = try await browser.text(link)
      let button = "document.querySelector(\"[data-setting='roi'] button\").textContent"
      try await browser.click("[data-setting='roi'] button")
      try await browser.wait(for: "document.getElementById('announcer').textContent.includes('Draw a rectangle')")
      #expect(try await browser.text(button) == "Cancel")
      try await browser.press("Escape", code: 27)
      try await browser.wait(for: "\(button) === 'Draw on the image' && !document.body.classList.contains('picking')")
      try await browser.click("[data-setting='roi'] button")
      try await browser.drag("#library .stage > canvas", from: (0.25, 0.05), to: (0.65, 0.9))
      try await browser.wait(for: "location.hash.includes('roi=')")
      let edges = try await browser.text("document.getElementById('setting-roi').value").split(separator: ",")
        .compactMap { Double($0) }
      #expect(edges.count == 4 && edges[0] < edges[2] && abs(edges[1] - 0.05) < 0.1 && abs(edges[3] - 0.9) < 0.1)
      try await browser.wait(
        for: "document.getElementById('code-text').textContent.includes('regionOfInterest = CGRect(x: ')")
      // The run of the whole picture has another address than that of the region.
      try await browser.wait(for: "\(link) && \(link) !== '\(whole)' && \(items).includes('Thumb up')")
      try await browser.screenshot("library-region")
      try await browser.text(
        "(() => { const field = document.getElementById('setting-roi'); field.value = '0.5,0,0.5,1'; "
          + "field.dispatchEvent(new Event('change')); })()")
      try await browser.wait(
        for: "document.getElementById('setting-roi-problem').textContent.includes('left, top, right, bottom')")
    }
  }

  @Test("A video: progress, coloured bars for gestures, scrubbing, both downloads")
  func video() async throws {
    try await Chromium.visit("#/library?task=gesture") { browser, studio in
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
    }
  }

  @Test("Tracked objects have a lane each, with their numbers in the table")
  func tracks() async throws {
    try await Chromium.visit("#/library?task=track&multipleObjects=true") { browser, _ in
      try await browser.choose([try SharedFolder.path("media/trio_pan.mp4")], in: "#library-input")
      try await browser.wait(for: "\(items).includes('90 frames,') && !\(items).includes('of 90')", seconds: 180)
      let lanes = try await browser.text("[...document.querySelectorAll('.lane')].map((l) => l.dataset.lane).join()")
      #expect(lanes.contains("Object 1"), "\(lanes)")
      try await browser.text("document.querySelector('.viewer video').currentTime = 2")
      try await browser.wait(for: "/Object \\d/.test(document.querySelector('tbody').innerText)")
      try await browser.screenshot("library-tracks")
    }
  }

  @Test("Several files at once; a broken one shows its error and the others go on")
  func broken() async throws {
    try await Chromium.visit("#/library?task=gesture", expecting: { $0.contains("status of 4") }) { browser, _ in
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
    try await Chromium.visit("#/library?task=pose&numPoses=2&minPosePresenceConfidence=0.4") { browser, studio in
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

  @Test("A page that is loaded again has its files, models, results and running jobs; the server does not work anew")
  func reload() async throws {
    try await Chromium.visit("#/models", expecting: { $0.contains("404") }) { browser, studio in
      try await browser.choose(
        [try SharedFolder.path("models/gesture_recognizer_with_custom_gestures.task")], in: "#model-input")
      try await browser.click("#own-models button.primary")
      try await browser.text("document.querySelector('[data-screen=library]').click()")
      try await browser.choose(
        [try SharedFolder.path("media/thumb_up_teal.png"), try SharedFolder.path("media/thumb_video.mp4")],
        in: "#library-input")
      try await browser.wait(for: "\(items).includes('Divide')")
      try await browser.wait(for: "/[1-9][0-9]? of 195/.test(\(items))")
      try await browser.click("#items li:first-child .open")
      try await browser.wait(for: "document.querySelector('.downloads a[href*=json]')")
      let job = try await browser.text("[...document.querySelectorAll('.downloads a[href]')][0].getAttribute('href')")
      let address = try await browser.text("location.href")
      try await browser.open(address)
      try await browser.wait(for: "document.querySelectorAll('#items li').length === 2")
      #expect(
        try await browser.text("[...document.querySelectorAll('#items .title')].map((e) => e.innerText).join()")
          == "thumb_video.mp4,thumb_up_teal.png")
      try await browser.wait(for: "\(items).includes('Divide')")
      try await browser.wait(for: "/ of 195/.test(\(items))")
      #expect(try await browser.text("document.getElementById('notice').hidden") == "true")
      #expect(try await browser.text("document.querySelectorAll('#own-models .fits').length") == "1")
      // The same run goes on; it did not begin again.
      try await browser.wait(for: "\(items).includes('195 frames,') && !\(items).includes('of 195')", seconds: 180)
      try await browser.click("#items li:first-child .open")
      let again = try await browser.text("[...document.querySelectorAll('.downloads a[href]')][1].getAttribute('href')")
      #expect(again == job)
      try await browser.wait(for: "document.querySelector('.viewer video')?.readyState >= 2")
      // A second tab begins by itself.
      try await browser.text("sessionStorage.setItem('vision-visit', 'nothing')")
      try await browser.open(address)
      #expect(try await browser.text("document.querySelectorAll('#items li').length") == "0")
    }
  }

  @Test("A value that is not allowed stays in its field with the range; what an address names and nobody knows is said")
  func refusedValues() async throws {
    try await Chromium.visit("#/library?task=gesture") { browser, studio in
      let field = "document.querySelector('[data-setting=numHands]')"
      func type(_ text: String) async throws {
        try await browser.text(
          "(() => { const field = document.getElementById('setting-numHands'); field.focus(); field.value = '\(text)'; "
            + "field.dispatchEvent(new Event('input')); field.blur(); })()")
      }
      try await type("99")
      #expect(try await browser.text("\(field).innerText").contains("allowed are whole numbers from 1 to 16"))
      #expect(try await browser.text("document.getElementById('setting-numHands').value") == "99")
      #expect(try await browser.text("document.getElementById('setting-numHands').ariaInvalid") == "true")
      #expect(try await browser.text("location.hash").contains("numHands") == false)
      try await type("3")
      #expect(try await browser.text("\(field).innerText").contains("allowed are") == false)
      #expect(try await browser.text("location.hash").contains("numHands=3"))
      try await browser.text(
        "(() => { const field = document.getElementById('setting-cannedAllow'); field.value = 'Victori'; "
          + "field.dispatchEvent(new Event('change')); })()")
      try await browser.wait(for: "document.getElementById('warnings').innerText.includes('did you mean')")
      try await browser.screenshot("settings-refused")
      try await browser.open(
        studio.address.absoluteString + "#/libary?task=gestur&model=nope&numHands=99&wings=2&frames=gif&rotation=45")
      let notice = try await browser.text("document.getElementById('notice').innerText")
      for part in [
        "no screen “libary”", "no task “gestur”", "no model “nope” for gestures", "Maximum hands is 99",
        "no setting “wings”",
        "as “gif”", "Rotation is “45”",
      ] { #expect(notice.contains(part), "\(part): \(notice)") }
      #expect(try await browser.text("location.hash") == "#/camera?task=gesture")
    }
  }

  @Test("A missing model is fetched by a button, and the file that waits for it is worked on")
  func fetching() async throws {
    let folder = try TemporaryFolder()
    let studio = try await RunningStudio.withoutModels(cachedIn: folder)
    let browser = try await Chromium()
    try await browser.open(studio.address.absoluteString + "#/library?task=gesture")
    try await browser.click("[data-sample='thumb.jpg']")
    try await browser.wait(for: "\(items).includes('has not been fetched')")
    try await browser.screenshot("library-model-missing")
    try await browser.click(".viewer .fetch button")
    try await browser.wait(for: "\(items).includes('Thumb up')")
    #expect(try await browser.text("document.querySelectorAll('#settings-form .fetch').length") == "0")
    await browser.close()
    try await studio.stop()
  }

  @Test("Every file of the results is one click away, also a sample video's and those of all files together")
  func downloads() async throws {
    try await Chromium.visit("#/library?task=detect&track=true") { browser, studio in
      try await browser.click("[data-sample='walkers.mp4']")
      try await browser.click("[data-sample='coffee.jpg']")
      try await browser.wait(for: "\(items).includes('90 frames,') && !\(items).includes('of 90')", seconds: 180)
      try await browser.click("#items li:last-child .open")
      try await browser.wait(for: "document.querySelectorAll('.downloads a[href]').length === 9")
      let links = try await browser.text(
        "[...document.querySelectorAll('.downloads a')].map((a) => a.textContent).join()")
      #expect(links == "Annotated,JSON Lines,CSV,COCO,YOLO,CVAT,MOTChallenge,All (zip),Original")
      #expect(try await download("COCO", browser, studio).starts(with: Data("{\"annotations\":[".utf8)))
      #expect(try await download("All", browser, studio).starts(with: Data("PK".utf8)))
      try await browser.wait(for: "document.getElementById('items-all').textContent.includes('2 files')")
      let all = try await browser.text("document.getElementById('items-all').getAttribute('href')")
      #expect(try await studio.client.get(all).headers["content-type"] == "application/zip")
      // Without a threshold following decides it; the slider does not claim the other value.
      #expect(
        try await browser.text("document.querySelector('[data-setting=scoreThreshold] output').textContent")
          == "automatic")
      // A picture stands alone: its threshold is the usual one.
      try await browser.click("#items li:first-child .open")
      #expect((Int(try await browser.text("document.querySelectorAll('tbody tr').length")) ?? 99) < 6)
      try await browser.screenshot("library-downloads")
    }
  }

  @Test("A model that is removed while it is sent neither stays nor says anything")
  func removedModel() async throws {
    try await Chromium.visit("#/models") { browser, _ in
      // A transfer that never ends by itself.
      try await browser.text("(XMLHttpRequest.prototype.send = () => {}, '')")
      try await browser.choose([try SharedFolder.path("models/efficientdet_lite0_int8.tflite")], in: "#model-input")
      try await browser.wait(for: "document.querySelector('#own-models').innerText.includes('Sending')")
      try await browser.click("#own-models button")
      try await browser.wait(for: "document.querySelector('#own-models').children.length === 0")
      #expect(try await browser.text("document.getElementById('announcer').textContent") == "")
    }
  }

  @Test("A model that is removed while the server looks into it does not stay there")
  func removedInspectedModel() async throws {
    try await Chromium.visit("#/models") { browser, _ in
      try await browser.text(
        """
        (() => {
          const plain = XMLHttpRequest.prototype.send;
          XMLHttpRequest.prototype.send = function (body) {
            this.addEventListener('load', () => { window.isAnswered = true; });
            plain.call(this, body);
          };
        })()
        """)
      try await browser.choose([try SharedFolder.path("models/efficientdet_lite0_int8.tflite")], in: "#model-input")
      try await browser.wait(for: "document.querySelector('#own-models').innerText.includes('Looking into it')")
      try await browser.click("#own-models button")
      try await browser.wait(for: "document.querySelector('#own-models').children.length === 0")
      try await browser.wait(for: "window.isAnswered")
      try await browser.text("new Promise((resolve) => { setTimeout(resolve, 500); })")
      let visit = try await browser.text("sessionStorage.getItem('vision-visit')")
      let count = "(await (await fetch('/api/visits/\(visit)/contents')).json()).models.length"
      #expect(try await browser.text(count) == "0")
    }
  }

  @Test("A model of one's own: what is inside, its use, and an error for what is no model")
  func models() async throws {
    try await Chromium.visit("#/models", expecting: { $0.contains("status of 4") }) { browser, _ in
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
