/// A drawing of a few plain shapes, painted in order. Lengths are in points, from the upper left corner.
public struct Picture: Sendable, Hashable {
    public struct Point: Sendable, Hashable {
        public var x: Double
        public var y: Double

        public init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// Which end of a text stands at its point.
    public enum Anchor: Sendable, Hashable { case start, middle, end }

    public enum Shape: Sendable, Hashable {
        case rectangle(at: Point, width: Double, height: Double, Colour)
        case polygon([Point], Colour)
        case line([Point], width: Double, Colour)
        /// One line of text on its baseline.
        case text(String, at: Point, size: Double, Anchor, isBold: Bool, Colour)
    }

    public var width: Int
    public var height: Int
    public var shapes: [Shape] = []

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// Red, green and blue from 0 to 255, and how opaque it is from 0 to 1.
public struct Colour: Sendable, Hashable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    public var opacity: Double

    /// - Parameter hexadecimal: `0xRRGGBB`.
    public init(_ hexadecimal: UInt32, opacity: Double = 1) {
        red = UInt8(truncatingIfNeeded: hexadecimal >> 16)
        green = UInt8(truncatingIfNeeded: hexadecimal >> 8)
        blue = UInt8(truncatingIfNeeded: hexadecimal)
        self.opacity = opacity
    }
}

/// The colours of a picture.
public struct Theme: Sendable, Hashable {
    public var background: Colour
    public var panel: Colour
    public var wave: Colour
    /// The wave in stretches of speech.
    public var voicedWave: Colour
    public var speechBand: Colour
    public var loudness: Colour
    public var text: Colour
    public var faintText: Colour
    public var grid: Colour

    /// Amber on cream.
    public static let light = Theme(
        background: Colour(0xFFFEF7), panel: Colour(0xFFF9E3), wave: Colour(0xD9CFB2), voicedWave: Colour(0xFABF24),
        speechBand: Colour(0xFABF24, opacity: 0.16), loudness: Colour(0x7A4B00), text: Colour(0x2B2618),
        faintText: Colour(0x7D735A), grid: Colour(0xE9DFC0))

    public static let dark = Theme(
        background: Colour(0x191712), panel: Colour(0x211E17), wave: Colour(0x5B5340), voicedWave: Colour(0xFABF24),
        speechBand: Colour(0xFABF24, opacity: 0.10), loudness: Colour(0xFFE7A8), text: Colour(0xF6EFDC),
        faintText: Colour(0xA89D82), grid: Colour(0x37321F))
}
