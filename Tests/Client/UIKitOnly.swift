import UIKit

// What `import UIKit` alone has to bring.
func pictures(_ data: Data, in bundle: Bundle) -> [UIImage] {
  let pictures = [
    UIImage(data: data), UIImage(contentsOfFile: "picture.jpg"), UIImage(named: "picture"),
    UIImage(named: "picture", in: bundle, with: nil), UIImage(named: "picture", in: bundle, compatibleWith: nil),
  ]
  return pictures.compactMap { $0 }
}

func described(_ picture: UIImage) -> (CGSize, CGFloat, UIImage.Orientation, CGImage?, Data?, Data?) {
  (
    picture.size, picture.scale, picture.imageOrientation, picture.cgImage, picture.pngData(),
    picture.jpegData(compressionQuality: 0.8)
  )
}

func isHeldUpright() -> Bool { UIDevice.current.orientation.isPortrait }

func highlighted(_ color: UIColor?, in box: CGRect) -> (CGColor, CGRect, UIFont) {
  var (white, alpha): (CGFloat, CGFloat) = (0, 0)
  let color = color ?? UIColor(red: 0, green: 0.5, blue: 0.5, alpha: 1)
  let isGray = color.getWhite(&white, alpha: &alpha)
  let fill = isGray ? UIColor.systemBlue.withAlphaComponent(0.3) : color
  let insets = UIEdgeInsets(top: 4, left: 4, bottom: 4, right: 4)
  return (fill.cgColor, box.inset(by: insets), .systemFont(ofSize: 14, weight: .medium))
}

func seconds(_ work: () -> Void) -> CFTimeInterval {
  let start = CACurrentMediaTime()
  work()
  return CACurrentMediaTime() - start
}

extension UIImage {
  func fixedOrientation() -> UIImage? {
    guard imageOrientation != .up else { return self }
    UIGraphicsBeginImageContextWithOptions(size, false, scale)
    defer { UIGraphicsEndImageContext() }
    draw(in: CGRect(origin: .zero, size: size))
    return UIGraphicsGetImageFromCurrentImageContext()
  }

  func resized(to size: CGSize) -> UIImage {
    let format = UIGraphicsImageRendererFormat.default()
    format.scale = 1
    format.opaque = true
    return UIGraphicsImageRenderer(size: size, format: format).image { context in
      UIColor.black.setFill()
      context.fill(CGRect(origin: .zero, size: size))
      draw(in: CGRect(origin: .zero, size: size))
    }
  }
}
