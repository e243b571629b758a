extension Picture {
    /// The picture as a complete SVG file.
    ///
    /// - Parameter title: the text that screen readers speak.
    package func svg(title: String) -> String {
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" role="img" \
            font-family="Inter, 'Segoe UI', 'DejaVu Sans', sans-serif">
            <title>\(Self.escaped(title))</title>

            """
        for shape in shapes { text += Self.element(shape) + "\n" }
        return text + "</svg>\n"
    }

    private static func element(_ shape: Shape) -> String {
        switch shape {
        case .rectangle(let origin, let width, let height, let colour):
            return "<rect x=\"\(number(origin.x))\" y=\"\(number(origin.y))\" width=\"\(number(width))\" "
                + "height=\"\(number(height))\" \(paint("fill", colour))/>"
        case .polygon(let points, let colour):
            return "<path d=\"\(path(points))Z\" \(paint("fill", colour))/>"
        case .line(let points, let width, let colour):
            return "<path d=\"\(path(points))\" fill=\"none\" \(paint("stroke", colour)) "
                + "stroke-width=\"\(number(width))\" stroke-linejoin=\"round\"/>"
        case .text(let text, let origin, let size, let anchor, let isBold, let colour):
            let ends = [Anchor.start: "start", .middle: "middle", .end: "end"]
            return "<text x=\"\(number(origin.x))\" y=\"\(number(origin.y))\" font-size=\"\(number(size))\" "
                + (isBold ? "font-weight=\"600\" " : "") + "text-anchor=\"\(ends[anchor] ?? "start")\" "
                + "\(paint("fill", colour))>\(escaped(text))</text>"
        }
    }

    private static func path(_ points: [Point]) -> String {
        var text = ""
        for (index, point) in points.enumerated() {
            text += "\(index == 0 ? "M" : "L")\(number(point.x)) \(number(point.y))"
        }
        return text
    }

    private static func paint(_ attribute: String, _ colour: Colour) -> String {
        let value = UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
        let digits = String(value, radix: 16)
        let code = "\(attribute)=\"#\(String(repeating: "0", count: 6 - digits.count) + digits)\""
        return colour.opacity < 1 ? code + " \(attribute)-opacity=\"\(number(colour.opacity))\"" : code
    }

    /// Two decimals at most: a hundredth of a point is not visible.
    private static func number(_ value: Double) -> String {
        guard value.isFinite else { return "0" }
        let rounded = (value * 100).rounded() / 100
        if rounded == rounded.rounded(), let whole = Int(exactly: rounded) { return String(whole) }
        return String(rounded)
    }

    /// Markup as text; characters that XML cannot hold become U+FFFD.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\u{0}"..<"\u{20}", "\u{7F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
