internal import Glibc
public import Plumbing

extension Picture {
    /// The picture as a PNG file, drawn by cairo at a whole multiple of its size.
    ///
    /// cairo is opened while running: nothing else needs it, and loading it takes longer than the rest of a start.
    ///
    /// - Parameter scale: pixels per point, from 1 to 4.
    /// - Throws: ``Problem`` `picture.no-cairo` where the library is not installed, `picture.failed` where it refuses.
    public func png(scale: Int = 2) throws(Problem) -> [UInt8] {
        let cairo = try Cairo.loaded.get()
        let scale = min(4, max(1, scale))
        guard (1...8_192).contains(width * scale), (1...8_192).contains(height * scale),
            let surface = cairo.createImage(Cairo.argb32, Int32(width * scale), Int32(height * scale))
        else { throw Cairo.refused("a picture of \(width) × \(height) points") }
        defer { cairo.destroySurface(surface) }
        guard let context = cairo.create(surface) else { throw Cairo.refused("no drawing context") }
        defer { cairo.destroy(context) }
        cairo.scale(context, Double(scale), Double(scale))
        for shape in shapes { cairo.draw(shape, on: context) }
        var bytes: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &bytes) { output in
            cairo.writePNG(
                surface,
                { output, data, count in
                    guard let output, let data else { return 0 }
                    output.assumingMemoryBound(to: [UInt8].self).pointee
                        .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
                    return 0
                }, output)
        }
        guard status == 0, cairo.status(context) == 0 else { throw Cairo.refused("status \(status)") }
        return bytes
    }
}

/// The dozen functions of libcairo that pictures need. A value of it exists only where all of them were found.
private struct Cairo: @unchecked Sendable {
    // Function pointers never change once they are found, so sharing them is safe.

    typealias Context = OpaquePointer
    typealias Surface = OpaquePointer
    typealias Sink = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> Int32

    /// `CAIRO_FORMAT_ARGB32`.
    static let argb32: Int32 = 0

    let createImage: @convention(c) (Int32, Int32, Int32) -> Surface?
    let destroySurface: @convention(c) (Surface) -> Void
    let create: @convention(c) (Surface) -> Context?
    let destroy: @convention(c) (Context) -> Void
    let status: @convention(c) (Context) -> Int32
    let scale: @convention(c) (Context, Double, Double) -> Void
    let writePNG: @convention(c) (Surface, Sink, UnsafeMutableRawPointer?) -> Int32
    private let setColour: @convention(c) (Context, Double, Double, Double, Double) -> Void
    private let rectangle: @convention(c) (Context, Double, Double, Double, Double) -> Void
    private let moveTo: @convention(c) (Context, Double, Double) -> Void
    private let lineTo: @convention(c) (Context, Double, Double) -> Void
    private let closePath: @convention(c) (Context) -> Void
    private let fill: @convention(c) (Context) -> Void
    private let stroke: @convention(c) (Context) -> Void
    private let setLineWidth: @convention(c) (Context, Double) -> Void
    private let setLineJoin: @convention(c) (Context, Int32) -> Void
    private let selectFont: @convention(c) (Context, UnsafePointer<CChar>, Int32, Int32) -> Void
    private let setFontSize: @convention(c) (Context, Double) -> Void
    private let showText: @convention(c) (Context, UnsafePointer<CChar>) -> Void
    private let measureText: @convention(c) (Context, UnsafePointer<CChar>, UnsafeMutableRawPointer) -> Void

    static let loaded: Result<Cairo, Problem> = {
        guard let library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL), let cairo = Cairo(library) else {
            return .failure(
                Problem(
                    .input, "picture.no-cairo", "PNG pictures need libcairo, which is not installed",
                    cure: "run 'apt-get install libcairo2', or ask for --svg, which needs nothing"))
        }
        return .success(cairo)
    }()

    static func refused(_ what: String) -> Problem {
        Problem(.input, "picture.failed", "the picture cannot be drawn: \(what)")
    }

    private init?(_ library: UnsafeMutableRawPointer) {
        func find<Function>(_ name: String, _ type: Function.Type) -> Function? {
            dlsym(library, "cairo_" + name).map { unsafeBitCast($0, to: type) }
        }
        guard
            let createImage = find("image_surface_create", (@convention(c) (Int32, Int32, Int32) -> Surface?).self),
            let destroySurface = find("surface_destroy", (@convention(c) (Surface) -> Void).self),
            let create = find("create", (@convention(c) (Surface) -> Context?).self),
            let destroy = find("destroy", (@convention(c) (Context) -> Void).self),
            let status = find("status", (@convention(c) (Context) -> Int32).self),
            let scale = find("scale", (@convention(c) (Context, Double, Double) -> Void).self),
            let writePNG = find(
                "surface_write_to_png_stream",
                (@convention(c) (Surface, Sink, UnsafeMutableRawPointer?) -> Int32).self),
            let setColour = find(
                "set_source_rgba", (@convention(c) (Context, Double, Double, Double, Double) -> Void).self),
            let rectangle = find("rectangle", (@convention(c) (Context, Double, Double, Double, Double) -> Void).self),
            let moveTo = find("move_to", (@convention(c) (Context, Double, Double) -> Void).self),
            let lineTo = find("line_to", (@convention(c) (Context, Double, Double) -> Void).self),
            let closePath = find("close_path", (@convention(c) (Context) -> Void).self),
            let fill = find("fill", (@convention(c) (Context) -> Void).self),
            let stroke = find("stroke", (@convention(c) (Context) -> Void).self),
            let setLineWidth = find("set_line_width", (@convention(c) (Context, Double) -> Void).self),
            let setLineJoin = find("set_line_join", (@convention(c) (Context, Int32) -> Void).self),
            let selectFont = find(
                "select_font_face", (@convention(c) (Context, UnsafePointer<CChar>, Int32, Int32) -> Void).self),
            let setFontSize = find("set_font_size", (@convention(c) (Context, Double) -> Void).self),
            let showText = find("show_text", (@convention(c) (Context, UnsafePointer<CChar>) -> Void).self),
            let measureText = find(
                "text_extents", (@convention(c) (Context, UnsafePointer<CChar>, UnsafeMutableRawPointer) -> Void).self)
        else { return nil }
        self.createImage = createImage
        self.destroySurface = destroySurface
        self.create = create
        self.destroy = destroy
        self.status = status
        self.scale = scale
        self.writePNG = writePNG
        self.setColour = setColour
        self.rectangle = rectangle
        self.moveTo = moveTo
        self.lineTo = lineTo
        self.closePath = closePath
        self.fill = fill
        self.stroke = stroke
        self.setLineWidth = setLineWidth
        self.setLineJoin = setLineJoin
        self.selectFont = selectFont
        self.setFontSize = setFontSize
        self.showText = showText
        self.measureText = measureText
    }

    func draw(_ shape: Picture.Shape, on context: Context) {
        switch shape {
        case .rectangle(let origin, let width, let height, let colour):
            paint(colour, context)
            rectangle(context, origin.x, origin.y, width, height)
            fill(context)
        case .polygon(let points, let colour):
            paint(colour, context)
            trace(points, context)
            closePath(context)
            fill(context)
        case .line(let points, let width, let colour):
            paint(colour, context)
            setLineWidth(context, width)
            setLineJoin(context, 1)
            trace(points, context)
            stroke(context)
        case .text(let text, let origin, let size, let anchor, let isBold, let colour):
            // cairo ends a text at its first NUL.
            let text = text.replacing("\0", with: "\u{FFFD}")
            paint(colour, context)
            selectFont(context, "sans-serif", 0, isBold ? 1 : 0)
            setFontSize(context, size)
            // Bearings, width, height and advances, two of each.
            var extents = [Double](repeating: 0, count: 6)
            extents.withUnsafeMutableBytes { raw in
                if let start = raw.baseAddress { measureText(context, text, start) }
            }
            let share = anchor == .start ? 0 : anchor == .middle ? 0.5 : 1
            moveTo(context, origin.x - extents[4] * share, origin.y)
            showText(context, text)
        }
    }

    private func paint(_ colour: Colour, _ context: Context) {
        setColour(
            context, Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255, colour.opacity)
    }

    private func trace(_ points: [Picture.Point], _ context: Context) {
        for (index, point) in points.enumerated() {
            if index == 0 { moveTo(context, point.x, point.y) } else { lineTo(context, point.x, point.y) }
        }
    }
}
