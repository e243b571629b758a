/// The words that may follow from the words of a sentence: for each source token the target tokens that it was aligned with.
///
/// The output layer looks at these tokens only, about a thousand of 32,000.
struct Shortlist: Sendable {
    private static let magic: UInt64 = 0xF11A_48D5_0134_17F5

    /// The number of the most frequent tokens, which are always allowed.
    private let frequent: Int
    /// Where the tokens of each source token begin, and an end.
    private let starts: [UInt32]
    private let tokens: [UInt32]
    private let targetTokens: Int

    /// - Parameters:
    ///   - bytes: a file `lex.50.50.….s2t.bin`.
    ///   - sourceTokens: the size of the source vocabulary.
    /// - Throws: ``ModelFault`` if the file is broken, or made for another vocabulary.
    init(_ bytes: [UInt8], sourceTokens: Int, targetTokens: Int) throws(ModelFault) {
        var reader = ByteReader(bytes)
        let magic: UInt64 = try reader.number("its first number")
        guard magic == Self.magic else { throw ModelFault("it is no binary shortlist of Marian") }
        let _: UInt64 = try reader.number("its checksum")
        frequent = min(try reader.count("the number of frequent words"), targetTokens)
        _ = try reader.count("the number of words for one word")
        let starts = try reader.count("the number of source words")
        let count = try reader.count("the number of its words")
        guard starts == sourceTokens + 1 else {
            throw ModelFault("it is made for \(starts - 1) source words, and the vocabulary has \(sourceTokens)")
        }
        guard reader.rest == 8 * starts + 4 * count else { throw ModelFault("its length does not fit its header") }
        var begins = [UInt32](repeating: 0, count: starts)
        for index in 0..<starts {
            let begin: UInt64 = try reader.number("the places of words")
            guard begin <= UInt64(count), index == 0 || begin >= UInt64(begins[index - 1]) else {
                throw ModelFault("its words are not in order")
            }
            begins[index] = UInt32(begin)
        }
        var tokens = [UInt32](repeating: 0, count: count)
        for index in 0..<count { tokens[index] = try reader.number("its words") }
        guard tokens.allSatisfy({ $0 < targetTokens }) else {
            throw ModelFault("it has words that the vocabulary lacks")
        }
        (self.starts, self.tokens, self.targetTokens) = (begins, tokens, targetTokens)
    }

    /// The tokens that may occur in the translation of a sentence, in ascending order.
    ///
    /// - Parameter sharesVocabulary: whether the source tokens themselves may occur, too.
    func tokens(for source: [Int], sharesVocabulary: Bool) -> [UInt32] {
        var chosen = [Bool](repeating: false, count: targetTokens)
        for token in 0..<frequent { chosen[token] = true }
        for token in source where token >= 0 && token + 1 < starts.count {
            if sharesVocabulary { chosen[token] = true }
            for place in Int(starts[token])..<Int(starts[token + 1]) { chosen[Int(tokens[place])] = true }
        }
        var result: [UInt32] = []
        result.reserveCapacity(2048)
        for (token, isChosen) in chosen.enumerated() where isChosen { result.append(UInt32(token)) }
        // The reference implementation fills up to whole groups of eight, and so do we: the words stay the same.
        var next = frequent
        while result.count % 8 != 0, next < targetTokens {
            if !chosen[next] {
                chosen[next] = true
                result.append(UInt32(next))
            }
            next += 1
        }
        return result.sorted()
    }
}
