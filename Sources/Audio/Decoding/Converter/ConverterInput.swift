internal import Plumbing

/// The recording as the converter program receives it: by its standard input, or as a file in which it may seek.
struct ConverterInput {
    /// Positioned at the beginning of the recording.
    let source: ReplaySource
    /// The kind that the bytes were found to be, if it is known.
    let name: String?
    let feeding: Converter.Feeding
    /// Whether it is an MP4 file that may begin in the middle of a stream.
    let isFragment: Bool
    /// The file in which the program may seek; nil if the program is fed.
    var descriptor: Int32? { spool?.descriptor ?? file }

    private let file: Int32?
    /// A copy of a stream that can only be read by seeking.
    private let spool: SpooledFile?

    /// - Throws: ``Problem`` if a stream has to be copied to a file and that is not possible.
    init(_ context: DecoderContext, name: String?) throws(Problem) {
        source = context.source
        self.name = name
        feeding = Converter.feeding(name, source)
        isFragment = name == "mp4" && ISOMedia.isFragmented(source)
        guard case .seekable = feeding else {
            (file, spool) = (nil, nil)
            return
        }
        file = source.base.seekableDescriptor
        spool = file == nil ? try SpooledFile(source, limit: context.limits.spooledBytes) : nil
    }

    /// The descriptor for the probe before decoding: the file, if there is one, because then no bytes need to be kept.
    var probingDescriptor: Int32? { descriptor ?? (source.position == 0 ? source.base.seekableDescriptor : nil) }

    var probing: Converter.Feeding {
        guard probingDescriptor != nil, case .stream = feeding else { return feeding }
        return .seekable(reader: nil)
    }
}
