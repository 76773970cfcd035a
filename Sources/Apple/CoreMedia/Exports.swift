@_exported import CoreVideo
@_exported import Foundation
