/// Seconds as `1:02:03` or `2:03`.
package func clockTime(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e8 else { return "–" }
    let total = Int(seconds)
    let (hours, minutes, rest) = (total / 3_600, total / 60 % 60, total % 60)
    let tail = (rest < 10 ? "0" : "") + String(rest)
    return hours > 0 ? "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(tail)" : "\(minutes):\(tail)"
}

/// A number with one decimal.
package func tenths(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "–" }
    let scaled = Int((value * 10).rounded())
    return (scaled < 0 ? "-" : "") + "\(abs(scaled) / 10).\(abs(scaled) % 10)"
}

/// A number with two decimals.
package func hundredths(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "–" }
    let scaled = Int((value * 100).rounded())
    let fraction = abs(scaled) % 100
    return (scaled < 0 ? "-" : "") + "\(abs(scaled) / 100).\(fraction < 10 ? "0" : "")\(fraction)"
}

/// A whole number with commas between its thousands.
package func grouped(_ value: Int) -> String {
    var digits = String(value.magnitude)
    var end = ""
    while digits.count > 3 {
        end = "," + digits.suffix(3) + end
        digits.removeLast(3)
    }
    return (value < 0 ? "-" : "") + digits + end
}

extension Unicode.Scalar {
    /// Whether it shows nothing but changes what is shown. Control characters move a terminal's cursor, colour the text or
    /// rename the window. Others change the direction of writing, so that a text reads as another one.
    package var isHarmful: Bool {
        switch value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: properties.generalCategory == .control
        }
    }
}

extension String {
    /// The text as it may be printed for people: line feeds and tabs stay, other harmful scalars become U+FFFD.
    package var printable: String {
        func isMeant(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\t" || !scalar.isHarmful }
        guard !unicodeScalars.allSatisfy(isMeant) else { return self }
        var text = UnicodeScalarView()
        for scalar in replacing("\r\n", with: "\n").unicodeScalars {
            text.append(isMeant(scalar) ? scalar : "\u{FFFD}")
        }
        return String(text)
    }

    /// The text as it may stand within a line, such as the name of a file. Line feeds become U+FFFD, too, so that no name looks
    /// like a line that Verbio has written.
    package var printableOnOneLine: String { printable.replacing("\n", with: "\u{FFFD}") }
}
