import CoreGraphics

// What `import CoreGraphics` alone has to bring.
func part(of image: CGImage, inside box: CGRect) -> (CGImage?, Int, Int, Int) {
  (image.cropping(to: box), image.width, image.height, image.bitsPerPixel)
}
