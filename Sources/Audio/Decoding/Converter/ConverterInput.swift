internal import Glibc
internal import Plumbing

/// The recording as the converter program receives it: by its standard input, or as a file in which it may seek.
struct ConverterInput {
    /// Positioned at the beginning of the recording. It ends with it if the kind of file shows where that is.
    let source: ReplaySource
    /// The kind that the bytes were found to be, if it is known.
    let name: String?
    let feeding: Converter.Feeding
    /// Whether it is an MP4 file that may begin in the middle of a stream.
    let isFragment: Bool
    /// The file in which the program may seek; nil if the program is fed.
    var descriptor: Int32? { spool?.descriptor ?? file }

    private let whole: ReplaySource
    /// Where the recording begins in its source.
    private let begin: Int
    private let piece: PieceSource?
    private let file: Int32?
    /// Where the next recording begins in the file.
    private let fileEnd: Int?
    private let fileForeign: Int
    /// A copy of a stream that can only be read by seeking.
    private let spool: SpooledFile?

    /// - Throws: ``Problem`` if a stream has to be copied to a file and that is not possible.
    init(_ context: DecoderContext, name: String?) throws(Problem) {
        whole = context.source
        let begin = whole.position
        self.begin = begin
        let boundary = RecordingBoundary(name)
        let piece = boundary.map { [whole] in PieceSource(whole, $0) }
        source = piece.map(ReplaySource.init) ?? whole
        self.piece = piece
        self.name = name
        isFragment = name == "mp4" && ISOMedia.isFragmented(source)
        let feeding = Converter.feeding(name, source)
        guard case .seekable(let reader, _) = feeding else {
            (self.feeding, file, spool, fileEnd, fileForeign) = (feeding, nil, nil, nil, 0)
            return
        }
        file = whole.base.seekableDescriptor
        guard let file else {
            spool = try SpooledFile(source, limit: context.limits.spooledBytes)
            (self.feeding, fileEnd, fileForeign) = (feeding, nil, 0)
            return
        }
        spool = nil
        var search = boundary
        let next = search?.end(from: begin, in: whole.base.length ?? .max) { place, count in
            Self.bytes(of: file, at: place, count)
        }
        fileEnd = next
        fileForeign = search?.foreignBytes ?? 0
        let end = next ?? whole.base.length
        let isWhole = begin == 0 && next == nil || search == nil
        self.feeding = .seekable(reader: reader, part: isWhole ? nil : end.map { begin..<$0 })
    }

    static func bytes(of file: Int32, at place: Int, _ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(file, buffer.baseAddress, count, off_t(place)))
        }
    }

    /// Whether the recording ends before the source does, or may.
    var isPiece: Bool { piece != nil }

    /// Where the next recording begins in the source; nil if there is none. Asked when this one has been decoded.
    func end() -> Int? { file == nil ? piece?.drain() : fileEnd }

    /// Bytes behind the recording that are neither of it nor of another one.
    var foreignBytes: Int { file == nil ? piece?.foreignBytes ?? 0 : fileForeign }

    /// The descriptor for the probe before decoding: the file, if there is one, because then no bytes need to be kept.
    var probingDescriptor: Int32? { descriptor ?? (begin == 0 ? whole.base.seekableDescriptor : nil) }

    var probing: Converter.Feeding {
        guard probingDescriptor != nil, case .stream = feeding else { return feeding }
        return .seekable(reader: nil, part: nil)
    }
}
