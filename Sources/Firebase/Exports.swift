// Code written for iOS imports only `Firebase`.
@_exported import FirebaseMLVision
