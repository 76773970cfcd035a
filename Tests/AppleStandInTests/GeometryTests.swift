import AVFoundation
import CoreGraphics
import Foundation
import Testing
import UIKit

@Suite struct GeometryTests {
  private let point = CGPoint(x: 3, y: 4)
  private let box = CGRect(x: 10, y: 20, width: 30, height: 40)

  private func isClose(_ first: CGPoint, _ second: CGPoint) -> Bool {
    abs(first.x - second.x) < 1e-9 && abs(first.y - second.y) < 1e-9
  }

  @Test("Translation, scaling and rotation of points")
  func points() {
    #expect(point.applying(.identity) == point && CGAffineTransform.identity.isIdentity)
    #expect(point.applying(CGAffineTransform(translationX: 1, y: -1)) == CGPoint(x: 4, y: 3))
    #expect(point.applying(CGAffineTransform(scaleX: 2, y: 0.5)) == CGPoint(x: 6, y: 2))
    #expect(isClose(point.applying(CGAffineTransform(rotationAngle: .pi / 2)), CGPoint(x: -4, y: 3)))
    #expect(point.applying(CGAffineTransform()) == .zero && !CGAffineTransform().isIdentity)
  }

  @Test("A transform that is built up applies its last step first")
  func order() {
    let built = CGAffineTransform(translationX: 10, y: 0).scaledBy(x: 2, y: 3).rotated(by: .pi / 2)
    let steps = point.applying(CGAffineTransform(rotationAngle: .pi / 2)).applying(CGAffineTransform(scaleX: 2, y: 3))
      .applying(CGAffineTransform(translationX: 10, y: 0))
    #expect(isClose(point.applying(built), steps))
    let scale = CGAffineTransform(scaleX: 2, y: 3)
    #expect(point.applying(scale.translatedBy(x: 1, y: 1)) == CGPoint(x: 8, y: 15))
    #expect(point.applying(scale.concatenating(CGAffineTransform(translationX: 1, y: 1))) == CGPoint(x: 7, y: 13))
  }

  @Test("The zeros and makers of Core Graphics have their names in C, too")
  func zeros() {
    #expect(CGPointZero == .zero && CGSizeZero == .zero && CGRectZero == CGRect(x: 0, y: 0, width: 0, height: 0))
    #expect(CGPointMake(3, 4) == point && CGRectMake(10, 20, 30, 40) == box && CGSizeMake(30, 40) == box.size)
  }

  @Test("The inverse undoes a transform; without one the transform comes back")
  func inverse() {
    let transform = CGAffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 5, ty: -7)
    #expect(isClose(point.applying(transform).applying(transform.inverted()), point))
    let flat = CGAffineTransform(scaleX: 0, y: 1)
    #expect(flat.inverted() == flat)
  }

  @Test("Sizes leave out the translation, rectangles become the box around their corners")
  func sizesAndRectangles() {
    let transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 5, ty: 6)
    #expect(box.size.applying(transform) == CGSize(width: -40, height: 30))
    #expect(box.applying(transform) == CGRect(x: -55, y: 16, width: 40, height: 30))
    let rotated = CGRect(x: 0, y: 0, width: 1, height: 1).applying(CGAffineTransform(rotationAngle: .pi / 4))
    #expect(abs(rotated.width - 2.0.squareRoot()) < 1e-9 && abs(rotated.minX + 0.5.squareRoot()) < 1e-9)
    #expect(CGRect.null.applying(transform).isNull && CGRect.infinite.applying(transform).isInfinite)
  }

  @Test("A transform is an array of six numbers in JSON")
  func codable() throws {
    let transform = CGAffineTransform(1, 2, 3, 4, 5, 6)
    let data = try JSONEncoder().encode(transform)
    #expect(String(decoding: data, as: UTF8.self) == "[1,2,3,4,5,6]")
    #expect(try JSONDecoder().decode(CGAffineTransform.self, from: data) == transform)
  }

  @Test("Edge insets move the edges inwards")
  func insets() {
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(box.inset(by: insets) == CGRect(x: 12, y: 21, width: 24, height: 36))
    #expect(box.inset(by: .zero) == box)
  }

  @Test("An image's rectangle in a view has the image's aspect ratio and the view's middle")
  func fitting() {
    #expect(
      AVMakeRect(aspectRatio: CGSize(width: 16, height: 9), insideRect: CGRect(x: 10, y: 0, width: 160, height: 190))
        == CGRect(x: 10, y: 50, width: 160, height: 90))
    #expect(
      AVMakeRect(aspectRatio: CGSize(width: 1, height: 2), insideRect: CGRect(x: 0, y: 0, width: 40, height: 20))
        == CGRect(x: 15, y: 0, width: 10, height: 20))
    #expect(AVMakeRect(aspectRatio: .zero, insideRect: box) == CGRect(x: 25, y: 40, width: 0, height: 0))
  }

  @Test("Values wrap points, sizes and rectangles")
  func values() {
    #expect(NSValue(cgPoint: point).cgPointValue == point && NSValue(cgRect: box).cgRectValue == box)
    #expect(NSValue(cgSize: box.size).cgSizeValue == box.size)
  }

  @Test("Foundation's own helpers of rectangles are what iOS code expects")
  func foundation() {
    #expect(box.insetBy(dx: 5, dy: -5) == CGRect(x: 15, y: 15, width: 20, height: 50))
    #expect(box.offsetBy(dx: 1, dy: 2).origin == CGPoint(x: 11, y: 22))
    let other = CGRect(x: 30, y: 0, width: 100, height: 30)
    #expect(box.union(other) == CGRect(x: 10, y: 0, width: 120, height: 60))
    #expect(box.intersection(other) == CGRect(x: 30, y: 20, width: 10, height: 10))
    #expect(box.intersection(CGRect(x: 0, y: 0, width: 1, height: 1)).isNull && box.intersects(other))
    #expect(
      CGRect(x: 0.5, y: 0.5, width: 1, height: 1).integral == CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(box.contains(CGPoint(x: 10, y: 20)) && box.midX == 25 && box.maxY == 60)
  }
}
