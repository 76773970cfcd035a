import Foundation
import TestSupport
import Testing
import UIKit

/// What Foundation's bundles are on Linux, and how images are found in them.
@Suite struct BundleTests {
  private final class Marker {}

  private func png(_ width: Int, scale: Int = 1) throws -> Data {
    let pixels = try ImageBuffer(
      copying: [UInt8](repeating: 9, count: 3 * width * 2), width: width, height: 2, format: .rgb)
    return try #require(UIImage(cgImage: CGImage(imageBuffer: pixels)).pngData())
  }

  @Test("The bundle of a class is the main bundle: the folder of the program")
  func bundleOfClass() throws {
    let bundle = Bundle(for: Marker.self)
    #expect(bundle.bundleURL.standardizedFileURL == Bundle.main.bundleURL.standardizedFileURL)
    let program = try #require(Bundle.main.executableURL)
    #expect(program.deletingLastPathComponent().standardizedFileURL == Bundle.main.bundleURL.standardizedFileURL)
    // A file beside the program is a resource of it.
    let name = program.deletingPathExtension().lastPathComponent
    #expect(bundle.path(forResource: name, ofType: program.pathExtension) != nil)
    #expect(bundle.path(forResource: "no such model", ofType: "task") == nil)
  }

  @Test("Images are found in the bundle, then in the resource bundles inside it")
  func resourceBundles() throws {
    let folder = try TemporaryFolder()
    let inner = folder.url.appendingPathComponent("Package_Target.resources")
    let last = folder.url.appendingPathComponent("Package_Z.resources")
    for url in [inner, last] { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    try png(1).write(to: folder.url.appendingPathComponent("both.png"))
    try png(2).write(to: inner.appendingPathComponent("both.png"))
    try png(3).write(to: inner.appendingPathComponent("inside.png"))
    try png(4).write(to: last.appendingPathComponent("inside.png"))
    let bundle = try #require(Bundle(url: folder.url))
    #expect(UIImage(named: "both", in: bundle, compatibleWith: nil)?.size.width == 1)
    #expect(UIImage(named: "inside", in: bundle, compatibleWith: nil)?.size.width == 3)
    #expect(UIImage(named: "inside.png", in: bundle, with: nil)?.size.width == 3)
    #expect(UIImage(named: "inside.jpg", in: bundle, compatibleWith: nil) == nil)
    // Foundation's own look-up stays in the bundle's folder.
    #expect(bundle.path(forResource: "inside", ofType: "png") == nil)
    #expect(try #require(Bundle(url: inner)).path(forResource: "inside", ofType: "png") != nil)
    withExtendedLifetime(folder) {}
  }

  @Test("The scale of the traits chooses among an image's variants", arguments: [(1, 1), (2, 3), (3, 3), (0, 1)])
  func variants(scale: Int, chosen: Int) throws {
    let folder = try TemporaryFolder()
    try png(6).write(to: folder.url.appendingPathComponent("icon.png"))
    try png(18).write(to: folder.url.appendingPathComponent("icon@3x.png"))
    let bundle = try #require(Bundle(url: folder.url))
    let traits = scale == 0 ? UITraitCollection() : UITraitCollection(displayScale: CGFloat(scale))
    let image = try #require(UIImage(named: "icon", in: bundle, compatibleWith: traits))
    #expect(image.scale == CGFloat(chosen) && image.size.width == 6)
    #expect(UITraitCollection.current.displayScale == 1)
    withExtendedLifetime(folder) {}
  }
}
