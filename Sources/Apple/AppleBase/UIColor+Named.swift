// The system's colours. On a phone they change with the appearance and the contrast; here they are those of the light
// appearance, with the values that Apple's Human Interface Guidelines had for iOS 15 to 18.
extension UIColor {
  /// The system's red: 255, 59, 48 of 255.
  public static let systemRed = UIColor(bytes: 255, 59, 48)
  /// The system's orange: 255, 149, 0 of 255.
  public static let systemOrange = UIColor(bytes: 255, 149, 0)
  /// The system's yellow: 255, 204, 0 of 255.
  public static let systemYellow = UIColor(bytes: 255, 204, 0)
  /// The system's green: 52, 199, 89 of 255.
  public static let systemGreen = UIColor(bytes: 52, 199, 89)
  /// The system's mint: 0, 199, 190 of 255.
  public static let systemMint = UIColor(bytes: 0, 199, 190)
  /// The system's teal: 48, 176, 199 of 255.
  public static let systemTeal = UIColor(bytes: 48, 176, 199)
  /// The system's cyan: 50, 173, 230 of 255.
  public static let systemCyan = UIColor(bytes: 50, 173, 230)
  /// The system's blue: 0, 122, 255 of 255.
  public static let systemBlue = UIColor(bytes: 0, 122, 255)
  /// The system's indigo: 88, 86, 214 of 255.
  public static let systemIndigo = UIColor(bytes: 88, 86, 214)
  /// The system's purple: 175, 82, 222 of 255.
  public static let systemPurple = UIColor(bytes: 175, 82, 222)
  /// The system's pink: 255, 45, 85 of 255.
  public static let systemPink = UIColor(bytes: 255, 45, 85)
  /// The system's brown: 162, 132, 94 of 255.
  public static let systemBrown = UIColor(bytes: 162, 132, 94)
  /// The system's gray: 142, 142, 147 of 255.
  public static let systemGray = UIColor(bytes: 142, 142, 147)
  /// The system's second gray: 174, 174, 178 of 255.
  public static let systemGray2 = UIColor(bytes: 174, 174, 178)
  /// The system's third gray: 199, 199, 204 of 255.
  public static let systemGray3 = UIColor(bytes: 199, 199, 204)
  /// The system's fourth gray: 209, 209, 214 of 255.
  public static let systemGray4 = UIColor(bytes: 209, 209, 214)
  /// The system's fifth gray: 229, 229, 234 of 255.
  public static let systemGray5 = UIColor(bytes: 229, 229, 234)
  /// The system's sixth gray: 242, 242, 247 of 255.
  public static let systemGray6 = UIColor(bytes: 242, 242, 247)
  /// The colour of text: 0, 0, 0 of 255.
  public static let label = UIColor(bytes: 0, 0, 0)
  /// The colour of secondary text: 60, 60, 67 of 255, alpha 0.6.
  public static let secondaryLabel = UIColor(bytes: 60, 60, 67, alpha: 0.6)
  /// The colour of tertiary text: 60, 60, 67 of 255, alpha 0.3.
  public static let tertiaryLabel = UIColor(bytes: 60, 60, 67, alpha: 0.3)
  /// The colour of quaternary text: 60, 60, 67 of 255, alpha 0.18.
  public static let quaternaryLabel = UIColor(bytes: 60, 60, 67, alpha: 0.18)
  /// The colour of thin lines: 60, 60, 67 of 255, alpha 0.29.
  public static let separator = UIColor(bytes: 60, 60, 67, alpha: 0.29)
  /// The colour of a background: 255, 255, 255 of 255.
  public static let systemBackground = UIColor(bytes: 255, 255, 255)
  /// The colour of a grouped background: 242, 242, 247 of 255.
  public static let secondarySystemBackground = UIColor(bytes: 242, 242, 247)

  private convenience init(bytes red: CGFloat, _ green: CGFloat, _ blue: CGFloat, alpha: CGFloat = 1) {
    self.init(red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha)
  }
  // The colours of UIKit that never change with the appearance.

  /// Black: gray 0.
  public static let black = UIColor(white: 0, alpha: 1)
  /// Dark gray: gray 1/3.
  public static let darkGray = UIColor(white: 1 / 3.0, alpha: 1)
  /// Light gray: gray 2/3.
  public static let lightGray = UIColor(white: 2 / 3.0, alpha: 1)
  /// White: gray 1.
  public static let white = UIColor(white: 1, alpha: 1)
  /// Gray: gray 0.5.
  public static let gray = UIColor(white: 0.5, alpha: 1)
  /// Transparent: gray 0 with alpha 0.
  public static let clear = UIColor(white: 0, alpha: 0)
  /// Red: 1, 0, 0.
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  /// Green: 0, 1, 0.
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  /// Blue: 0, 0, 1.
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  /// Cyan: 0, 1, 1.
  public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
  /// Yellow: 1, 1, 0.
  public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  /// Magenta: 1, 0, 1.
  public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
  /// Orange: 1, 0.5, 0.
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  /// Purple: 0.5, 0, 0.5.
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  /// Brown: 0.6, 0.4, 0.2.
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
}
