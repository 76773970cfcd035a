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
