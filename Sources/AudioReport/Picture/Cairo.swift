internal import Glibc
public import Plumbing

extension Picture {
    /// The picture as a PNG file, drawn by cairo at a whole multiple of its size.
    ///
    /// Pango sets the texts: it joins and orders the letters of every script and finds them in the installed fonts.
    ///
    /// Both libraries are opened while running: nothing else needs them, and loading them takes longer than the rest of a
    /// start.
    ///
    /// - Parameter scale: pixels per point, from 1 to 4.
    /// - Throws: ``Problem`` `picture.no-cairo` if the libraries are not installed, `picture.failed` if cairo refuses.
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

/// The functions of libcairo and libpangocairo that pictures need. A value of it exists only if all of them were found.
private struct Cairo: @unchecked Sendable {
    // Function pointers never change once they are found, so sharing them is safe.

    typealias Context = OpaquePointer
    typealias Surface = OpaquePointer
    typealias Layout = OpaquePointer
    typealias Font = OpaquePointer
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
    private let createLayout: @convention(c) (Context) -> Layout?
    private let setText: @convention(c) (Layout, UnsafePointer<CChar>, Int32) -> Void
    private let setOneParagraph: @convention(c) (Layout, Int32) -> Void
    private let setFont: @convention(c) (Layout, Font) -> Void
    private let measure: @convention(c) (Layout, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) -> Void
    private let baseline: @convention(c) (Layout) -> Int32
    private let showLayout: @convention(c) (Context, Layout) -> Void
    private let release: @convention(c) (Layout) -> Void
    private let describeFont: @convention(c) (UnsafePointer<CChar>) -> Font?
    private let setFontSize: @convention(c) (Font, Double) -> Void
    private let freeFont: @convention(c) (Font) -> Void

    static let loaded: Result<Cairo, Problem> = {
        // The libraries that it needs, cairo among them, are loaded with it and are found through it.
        guard let library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL), let cairo = Cairo(library) else {
            return .failure(
                Problem(
                    .input, "picture.no-cairo", "PNG pictures need libpangocairo, which is not installed",
                    cure: "run 'apt-get install libpangocairo-1.0-0', or ask for --svg, which needs nothing"))
        }
        return .success(cairo)
    }()

    static func refused(_ what: String) -> Problem {
        Problem(.input, "picture.failed", "the picture cannot be drawn: \(what)")
    }

    private init?(_ library: UnsafeMutableRawPointer) {
        func find<Function>(_ name: String, _ type: Function.Type) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: type) }
        }
        guard
            let createImage = find(
                "cairo_image_surface_create", (@convention(c) (Int32, Int32, Int32) -> Surface?).self),
            let destroySurface = find("cairo_surface_destroy", (@convention(c) (Surface) -> Void).self),
            let create = find("cairo_create", (@convention(c) (Surface) -> Context?).self),
            let destroy = find("cairo_destroy", (@convention(c) (Context) -> Void).self),
            let status = find("cairo_status", (@convention(c) (Context) -> Int32).self),
            let scale = find("cairo_scale", (@convention(c) (Context, Double, Double) -> Void).self),
            let writePNG = find(
                "cairo_surface_write_to_png_stream",
                (@convention(c) (Surface, Sink, UnsafeMutableRawPointer?) -> Int32).self),
            let setColour = find(
                "cairo_set_source_rgba", (@convention(c) (Context, Double, Double, Double, Double) -> Void).self),
            let rectangle = find(
                "cairo_rectangle", (@convention(c) (Context, Double, Double, Double, Double) -> Void).self),
            let moveTo = find("cairo_move_to", (@convention(c) (Context, Double, Double) -> Void).self),
            let lineTo = find("cairo_line_to", (@convention(c) (Context, Double, Double) -> Void).self),
            let closePath = find("cairo_close_path", (@convention(c) (Context) -> Void).self),
            let fill = find("cairo_fill", (@convention(c) (Context) -> Void).self),
            let stroke = find("cairo_stroke", (@convention(c) (Context) -> Void).self),
            let setLineWidth = find("cairo_set_line_width", (@convention(c) (Context, Double) -> Void).self),
            let setLineJoin = find("cairo_set_line_join", (@convention(c) (Context, Int32) -> Void).self),
            let createLayout = find("pango_cairo_create_layout", (@convention(c) (Context) -> Layout?).self),
            let setText = find(
                "pango_layout_set_text", (@convention(c) (Layout, UnsafePointer<CChar>, Int32) -> Void).self),
            let setOneParagraph = find(
                "pango_layout_set_single_paragraph_mode", (@convention(c) (Layout, Int32) -> Void).self),
            let setFont = find(
                "pango_layout_set_font_description", (@convention(c) (Layout, Font) -> Void).self),
            let measure = find(
                "pango_layout_get_size",
                (@convention(c) (Layout, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) -> Void).self),
            let baseline = find("pango_layout_get_baseline", (@convention(c) (Layout) -> Int32).self),
            let showLayout = find("pango_cairo_show_layout", (@convention(c) (Context, Layout) -> Void).self),
            let release = find("g_object_unref", (@convention(c) (Layout) -> Void).self),
            let describeFont = find(
                "pango_font_description_from_string", (@convention(c) (UnsafePointer<CChar>) -> Font?).self),
            let setFontSize = find(
                "pango_font_description_set_absolute_size", (@convention(c) (Font, Double) -> Void).self),
            let freeFont = find("pango_font_description_free", (@convention(c) (Font) -> Void).self)
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
        self.createLayout = createLayout
        self.setText = setText
        self.setOneParagraph = setOneParagraph
        self.setFont = setFont
        self.measure = measure
        self.baseline = baseline
        self.showLayout = showLayout
        self.release = release
        self.describeFont = describeFont
        self.setFontSize = setFontSize
        self.freeFont = freeFont
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
            paint(colour, context)
            set(text, at: origin, size: size, anchor, isBold: isBold, context)
        }
    }

    private func set(
        _ text: String, at origin: Picture.Point, size: Double, _ anchor: Picture.Anchor, isBold: Bool,
        _ context: Context
    ) {
        guard let layout = createLayout(context) else { return }
        defer { release(layout) }
        guard let font = describeFont(isBold ? "sans-serif bold" : "sans-serif") else { return }
        defer { freeFont(font) }
        setFontSize(font, size * Self.unitsPerPoint)
        setFont(layout, font)
        setOneParagraph(layout, 1)
        // A text ends at its first NUL. Its line runs from left to right, as in the SVG, whatever words it has.
        setText(layout, "\u{200E}" + text.replacing("\0", with: "\u{FFFD}"), -1)
        var (width, height): (Int32, Int32) = (0, 0)
        measure(layout, &width, &height)
        let share = anchor == .start ? 0 : anchor == .middle ? 0.5 : 1
        moveTo(
            context, origin.x - Double(width) / Self.unitsPerPoint * share,
            origin.y - Double(baseline(layout)) / Self.unitsPerPoint)
        showLayout(context, layout)
    }

    /// `PANGO_SCALE`.
    private static let unitsPerPoint = 1_024.0

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
