import CoreGraphics

// What `import CoreGraphics` alone has to bring.
func part(of image: CGImage, inside box: CGRect) -> (CGImage?, Int, Int, Int) {
  (image.cropping(to: box), image.width, image.height, image.bitsPerPixel)
}

func placed(_ box: CGRect, scale: CGFloat, at offset: CGPoint) -> (CGRect, [CGFloat]) {
  let transform = CGAffineTransform(translationX: offset.x, y: offset.y).scaledBy(x: scale, y: scale)
  return (box.applying(transform), CGColor(gray: 0.5, alpha: 1).components ?? [])
}
