internal import CPocketSphinx

/// The functions of libpocketsphinx, found at run time.
///
/// The table is written once, before the value is handed out, and only read after that. The functions themselves are
/// called by one ``PocketSphinxDecoder`` at a time, on its own thread.
struct PocketSphinxLibrary: @unchecked Sendable {
    let functions: verbio_pocketsphinx

    /// - Throws: ``LoadFailure`` with the loader's message if one of the libraries is missing or of another version.
    init(pocketsphinx: String, sphinxbase: String) throws(LoadFailure) {
        var functions = verbio_pocketsphinx()
        var message = [CChar](repeating: 0, count: 512)
        guard verbio_pocketsphinx_open(&functions, pocketsphinx, sphinxbase, &message, message.count) == 0 else {
            let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw LoadFailure(message: String(decoding: text, as: UTF8.self))
        }
        self.functions = functions
    }

    struct LoadFailure: Error {
        var message: String
    }
}

/// The files of one acoustic model, language model and dictionary, as the package `pocketsphinx-en-us` lays them out.
struct PocketSphinxModel: Sendable {
    var acoustic: String
    var language: String
    var dictionary: String

    init(directory: String) {
        acoustic = directory + "/en-us"
        language = directory + "/en-us.lm.bin"
        dictionary = directory + "/cmudict-en-us.dict"
    }

    /// The files that a decoder needs to start.
    var files: [String] { [acoustic + "/mdef", language, dictionary] }

    var missing: [String] { files.filter { FileFacts($0)?.isRegular != true } }
}
