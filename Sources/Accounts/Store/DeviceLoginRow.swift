/// A login on a device without a browser. It waits for a signed-in person to approve it.
package struct DeviceLoginRow: Sendable, Hashable {
    /// The hash of the code that the device keeps.
    package var code: [UInt8]
    /// The hash by which the code that a person types is found.
    package var lookup: [UInt8]
    /// Milliseconds since 1970.
    package var expires: Int64
    /// How often a person has looked at it.
    package var views = 0
    /// The account that has approved it; nil as long as none has.
    package var account: AccountID?
    package var isDenied = false
    /// The name of the device, if it gave one.
    package var sealedLabel: [UInt8]?

    package init(code: [UInt8], lookup: [UInt8], expires: Int64) {
        self.code = code
        self.lookup = lookup
        self.expires = expires
    }

    /// Whether a person can still decide.
    var isOpen: Bool { account == nil && !isDenied }
}
