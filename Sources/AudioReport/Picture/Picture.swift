/// A drawing of a few plain shapes, painted in order. Lengths are in points, from the upper left corner.
package struct Picture: Sendable, Hashable {
    /// A place in points: to the right of, and below, the upper left corner.
    package struct Point: Sendable, Hashable {
        package var x: Double
        package var y: Double

        package init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// Which end of a text stands at its point.
    package enum Anchor: Sendable, Hashable { case start, middle, end }

    /// What is painted.
    package enum Shape: Sendable, Hashable {
        case rectangle(at: Point, width: Double, height: Double, Colour)
        case polygon([Point], Colour)
        case line([Point], width: Double, Colour)
        /// One line of text on its baseline.
        case text(String, at: Point, size: Double, Anchor, isBold: Bool, Colour)
    }

    /// Points.
    package var width: Int
    /// Points.
    package var height: Int
    package var shapes: [Shape] = []

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// Red, green and blue from 0 to 255, and how opaque it is from 0 to 1.
package struct Colour: Sendable, Hashable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var opacity: Double

    /// - Parameter hexadecimal: `0xRRGGBB`.
    package init(_ hexadecimal: UInt32, opacity: Double = 1) {
        red = UInt8(truncatingIfNeeded: hexadecimal >> 16)
        green = UInt8(truncatingIfNeeded: hexadecimal >> 8)
        blue = UInt8(truncatingIfNeeded: hexadecimal)
        self.opacity = opacity
    }
}

/// The colours of a picture.
package struct Theme: Sendable, Hashable {
    package var background: Colour
    package var panel: Colour
    package var wave: Colour
    /// The wave in stretches of speech.
    package var voicedWave: Colour
    package var speechBand: Colour
    package var loudness: Colour
    package var text: Colour
    package var faintText: Colour
    package var grid: Colour

    /// Amber on cream.
    package static let light = Theme(
        background: Colour(0xFFFEF7), panel: Colour(0xFFF9E3), wave: Colour(0xD9CFB2), voicedWave: Colour(0xFABF24),
        speechBand: Colour(0xFABF24, opacity: 0.16), loudness: Colour(0x7A4B00), text: Colour(0x2B2618),
        faintText: Colour(0x7D735A), grid: Colour(0xE9DFC0))

    package static let dark = Theme(
        background: Colour(0x191712), panel: Colour(0x211E17), wave: Colour(0x5B5340), voicedWave: Colour(0xFABF24),
        speechBand: Colour(0xFABF24, opacity: 0.10), loudness: Colour(0xFFE7A8), text: Colour(0xF6EFDC),
        faintText: Colour(0xA89D82), grid: Colour(0x37321F))
}
