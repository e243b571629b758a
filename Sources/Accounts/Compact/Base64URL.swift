internal import FoundationEssentials

/// The alphabet of RFC 4648, section 5, without padding, as tokens use it.
package enum Base64URL {
    /// - Returns: nil if there is a character of another alphabet, or if the text is not the one that encodes its bytes.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var standard: [UInt8] = []
        standard.reserveCapacity(text.count + 3)
        for byte in text {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                standard.append(byte)
            case UInt8(ascii: "-"): standard.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): standard.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        while standard.count % 4 != 0 { standard.append(UInt8(ascii: "=")) }
        // Unused bits of the last character must be zero: otherwise several texts would mean the same token.
        guard let bytes = Data(base64Encoded: Data(standard)), Array(bytes.base64EncodedData()) == standard else {
            return nil
        }
        return Array(bytes)
    }

    /// - Returns: nil as for bytes.
    package static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)[...]) }

    /// The text without padding.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text = Data(bytes).base64EncodedString()
        text.replace("+", with: "-")
        text.replace("/", with: "_")
        text.replace("=", with: "")
        return text
    }
}
