import Foundation
import TestSupport
import Testing

/// Requests whose answers take their time.
extension LibraryScreenTests {
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
    try await Chromium.visit("#/library?task=detect") { browser, _ in
      try await slowDown(.looks, browser)
      // The page works anew 200 ms after a change: here well after the first run has begun.
      try await browser.text(
        "(() => { const plain = window.setTimeout; "
          + "window.setTimeout = (work, wait) => plain(work, wait === 200 ? 2000 : wait); })()")
      try await browser.click("[data-sample='thumb.jpg']")
      try await browser.wait(for: "\(items).includes('Thumb up')")
      try await browser.text("new Promise((resolve) => { setTimeout(resolve, 2500); })")
      #expect(try await browser.text("window.runs") == "1")
    }
  }

  @Test("Samples stand in the order of the clicks, whichever arrives first")
  func sampleOrder() async throws {
    try await Chromium.visit("#/library?task=detect") { browser, _ in
      try await browser.text(
        """
        (() => {
          const plain = window.fetch;
          window.fetch = async (path, options) => {
            if (path.endsWith('walkers.mp4')) await new Promise((resolve) => { setTimeout(resolve, 1000); });
            return plain(path, options);
          };
        })()
        """)
      try await browser.click("[data-sample='walkers.mp4']")
      try await browser.click("[data-sample='coffee.jpg']")
      try await browser.wait(for: "document.querySelectorAll('#items li').length === 2")
      // The newest is above.
      let oldest = try await browser.text("document.querySelector('#items li:last-child').innerText")
      #expect(oldest.contains("walkers.mp4"))
    }
  }

  @Test("A run that another replaces is not asked for any more", arguments: SlowRequest.allCases)
  func replacedRun(slow: SlowRequest) async throws {
    try await Chromium.visit("#/library?task=pose&numPoses=2&minPosePresenceConfidence=0.4") { browser, _ in
      try await slowDown(slow, browser)
      try await browser.choose([try SharedFolder.path("media/three_people.png")], in: "#library-input")
      try await browser.wait(for: "window.runs === 1")
      try await browser.click("#settings-reset")
      try await browser.wait(for: "\(items).includes('Person 1')")
      #expect(try await browser.text("\(items).includes('Person 2')") == "false")
      #expect(try await browser.text("window.runs") == "2")
    }
  }

  /// The number of files that the server has of this page.
  private var storedCount: String {
    "(await (await fetch(`/api/visits/${sessionStorage.getItem('vision-visit')}/contents`)).json()).files.length"
  }

  @Test("A task whose model is not there needs no second upload, and a file that cannot be read no second try")
  func withoutModel() async throws {
    // The browser reports the folder, too.
    try await Chromium.visit("#/library?task=gesture", expecting: { $0.contains("ERR_") }) { browser, _ in
      try await browser.click("[data-sample='thumb.jpg']")
      try await browser.wait(for: "\(items).includes('Thumb up')")
      for _ in 0..<2 {
        // As of a model that has not been fetched.
        try await browser.text(
          """
          (() => {
            window.plain ??= window.fetch;
            window.fetch = (path, options) => options?.method === 'POST' && path.endsWith('/jobs')
              ? Promise.resolve(Response.json({ error: { message: 'it has not been fetched' } }, { status: 404 }))
              : window.plain(path, options);
            document.querySelector("#tasks input[value='pose']").click();
          })()
          """)
        try await browser.wait(for: "\(items).includes('has not been fetched')")
        try await browser.text(
          "(() => { window.fetch = window.plain; document.querySelector(\"#tasks input[value='gesture']\").click(); })()"
        )
        try await browser.wait(for: "\(items).includes('Thumb up')")
      }
      #expect(try await browser.text(storedCount) == "1")
      let folder = try TemporaryFolder()
      try await browser.choose([folder.url.path], in: "#library-input")
      try await browser.wait(for: "\(items).includes('cannot be read. Is it a folder')")
      #expect(try await browser.text("document.getElementById('banner').hidden") == "true")
      let large = URL(filePath: try folder.write("", "large.mp4"))
      let handle = try FileHandle(forWritingTo: large)
      try handle.truncate(atOffset: 3_000_000_000)
      try handle.close()
      try await browser.choose([large.path], in: "#library-input")
      try await browser.wait(
        for: "document.getElementById('notice').innerText.includes('large.mp4 has 3000.0 MB; the maximum is ')")
    }
  }

  @Test("A file that is removed while it is sent does not arrive")
  func removedWhileSent() async throws {
    try await Chromium.visit("#/library?task=gesture") { browser, _ in
      try await browser.click("[data-sample='thumb.jpg']")
      try await browser.wait(for: "\(items).includes('Thumb up')")
      try await browser.text(
        """
        (() => {
          const plain = XMLHttpRequest.prototype.send;
          XMLHttpRequest.prototype.send = function (body) {
            setTimeout(() => { if (this.readyState === 1) plain.call(this, body); window.sent = true; }, 500);
          };
        })()
        """)
      try await browser.click("[data-sample='coffee.jpg']")
      try await browser.wait(for: "document.querySelectorAll('#items li').length === 2")
      try await browser.click("#items li:first-child .remove")
      try await browser.wait(for: "window.sent")
      try await browser.text("new Promise((resolve) => { setTimeout(resolve, 500); })")
      #expect(try await browser.text(storedCount) == "1")
    }
  }

  @Test("The code is that of a video once the server has found one, and bars are drawn in one that states no length")
  func videosByContent() async throws {
    let folder = try TemporaryFolder()
    let animated = try MadeMedia.animation(in: folder)
    let endless = try MadeMedia.clip("endless.webm", ["-live", "1"], in: folder)
    try await Chromium.visit("#/library?task=gesture") { browser, _ in
      try await browser.choose([animated], in: "#library-input")
      try await browser.wait(for: "\(items).includes('12 frames')")
      try await browser.click("#code-commandLine")
      try await browser.wait(for: "document.getElementById('code-text').textContent.includes('annotated.mp4')")
      try await browser.click("#items .remove")
      try await browser.wait(for: "document.getElementById('code-text').textContent.includes('image.jpg')")
      try await browser.choose([endless], in: "#library-input")
      try await browser.wait(for: "\(items).includes('12 frames')")
      let bar = "document.querySelector('.lane i')"
      try await browser.wait(for: "\(bar) && parseFloat(\(bar).style.width) > 20")
    }
  }

  @Test("A run that is followed after a reload has each line once, also where the server was away meanwhile")
  func resumedRun() async throws {
    try await Chromium.visit("#/library") { browser, _ in
      let lines = try await browser.text(
        """
        (async () => {
          const { LibraryItem } = await import('/page/library-item.js');
          const lines = [0, 1].map((frame) => JSON.stringify({ frame, task: 'pose', timestampMs: 40 * frame }) + '\\n');
          const progress = (state, count) =>
            Response.json({ state, frames: count, resultBytes: lines.slice(0, count).join('').length, outputs: [], masks: [] });
          const plain = window.fetch;
          let looks = 0;
          window.fetch = async (path, options) => {
            if (!path.startsWith('/api/visits/made')) return plain(path, options);
            if (path.includes('/lines')) return new Response(lines.join('').slice(Number(path.split('=')[1])));
            if (path.includes('/files/')) return new Response('', { status: 404 });
            looks += 1;
            if (looks === 1) return new Response(await progress('running', 1).text());
            if (looks === 2) throw new TypeError('away');
            return progress('done', 2);
          };
          const item = LibraryItem.restored('/api/visits/made', {
            file: { id: 'f', name: 'a.mp4', byteCount: 1, isVideo: true, width: 8, height: 8 }, job: 'j',
            settings: { task: 'pose', model: 'm', values: {} } });
          while (!item.isDone && !item.problem) await new Promise((resolve) => { setTimeout(resolve, 50); });
          window.fetch = plain;
          return item.problem + item.lines.map(({ frame }) => frame).join();
        })()
        """)
      #expect(lines == "0,1")
    }
  }
}
