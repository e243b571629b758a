internal import Glibc
internal import Plumbing

/// The functions of libexpat that are needed to read a TBX file, looked up at run time.
///
/// Expat is the XML parser of other programs of the system. It is maintained against attacks and reports lines. It is opened
/// only when a TBX file is read, so it adds nothing to the start-up time. Verbio has no XML parser of its own.
struct ExpatLibrary {
    typealias Parser = OpaquePointer
    typealias Text = UnsafePointer<CChar>
    typealias Start = @convention(c) (UnsafeMutableRawPointer?, Text?, UnsafePointer<Text?>?) -> Void
    typealias End = @convention(c) (UnsafeMutableRawPointer?, Text?) -> Void
    typealias Characters = @convention(c) (UnsafeMutableRawPointer?, Text?, Int32) -> Void
    typealias Entity =
        @convention(c) (
            UnsafeMutableRawPointer?, Text?, Int32, Text?, Int32, Text?, Text?, Text?, Text?
        ) -> Void

    let create: @convention(c) (Text?) -> Parser?
    let free: @convention(c) (Parser?) -> Void
    let setUserData: @convention(c) (Parser?, UnsafeMutableRawPointer?) -> Void
    let setElements: @convention(c) (Parser?, Start?, End?) -> Void
    let setCharacters: @convention(c) (Parser?, Characters?) -> Void
    let setEntities: @convention(c) (Parser?, Entity?) -> Void
    let parse: @convention(c) (Parser?, Text?, Int32, Int32) -> Int32
    let stop: @convention(c) (Parser?, UInt8) -> Int32
    let errorCode: @convention(c) (Parser?) -> Int32
    let errorString: @convention(c) (Int32) -> Text?
    let line: @convention(c) (Parser?) -> UInt

    /// - Throws: ``Problem`` of kind `usage`, code `glossary.no-parser`, if the library is missing.
    init(named name: String = "libexpat.so.1") throws(Problem) {
        // Never closed: its functions are used until the end.
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw Self.missing }
        func function<Function>(_ name: String, _ type: Function.Type) throws(Problem) -> Function {
            guard let symbol = dlsym(library, name) else { throw Self.missing }
            return unsafeBitCast(symbol, to: type)
        }
        create = try function("XML_ParserCreate", (@convention(c) (Text?) -> Parser?).self)
        free = try function("XML_ParserFree", (@convention(c) (Parser?) -> Void).self)
        setUserData = try function(
            "XML_SetUserData", (@convention(c) (Parser?, UnsafeMutableRawPointer?) -> Void).self)
        setElements = try function("XML_SetElementHandler", (@convention(c) (Parser?, Start?, End?) -> Void).self)
        setCharacters = try function(
            "XML_SetCharacterDataHandler", (@convention(c) (Parser?, Characters?) -> Void).self)
        setEntities = try function("XML_SetEntityDeclHandler", (@convention(c) (Parser?, Entity?) -> Void).self)
        parse = try function("XML_Parse", (@convention(c) (Parser?, Text?, Int32, Int32) -> Int32).self)
        stop = try function("XML_StopParser", (@convention(c) (Parser?, UInt8) -> Int32).self)
        errorCode = try function("XML_GetErrorCode", (@convention(c) (Parser?) -> Int32).self)
        errorString = try function("XML_ErrorString", (@convention(c) (Int32) -> Text?).self)
        line = try function("XML_GetCurrentLineNumber", (@convention(c) (Parser?) -> UInt).self)
    }

    private static let missing = Problem(
        .usage, "glossary.no-parser", "TBX is read with libexpat, which is not here",
        cure: "run 'apt-get install libexpat1', or give the glossary as CSV or JSON")
}
