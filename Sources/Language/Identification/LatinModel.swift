internal import Glibc

/// How likely a word is in each of the six languages written in Latin letters.
///
/// A word is either in the language's ``WordList``, with Zipf's frequency for its rank, or it is spelled letter by letter. The
/// spelling comes from a Markov chain over the letters of those words (Witten–Bell interpolation of the orders up to
/// ``order``). The six languages are lanes of one vector; in the two lanes left over every word is impossible.
struct LatinModel: Sendable {
    typealias Lanes = SIMD8<Float>

    static let shared = LatinModel()
    /// The languages, in the order of the lanes.
    static let languages: [LanguageCode] = [.en, .es, .fr, .de, .it, .pt]

    /// The longest sequence of letters that is looked at.
    private static let order = 5
    /// The growth per letter of the share of running words that a list of some 1,700 words does not contain.
    ///
    /// Nearly all words of three letters are listed; half of those of ten letters are.
    private static let unlistedPerLetter: Float = 0.05
    private static let maximumUnlisted: Float = 0.5
    /// The rank from which all words count as equally frequent: the mean of the ranks from 300 to 1,700.
    private static let ranked = 800

    private var listed: [String: Lanes] = [:]
    private var spellings = LetterSequences()

    /// What the model knows of one word.
    struct Judgement {
        /// The natural logarithm of its probability by language.
        var logLikelihood: Lanes
        /// 1 in the lane of each language that lists the word.
        var listed: Lanes
    }

    private init() {
        for (lane, language) in Self.languages.enumerated() {
            let list = WordList(of: language)
            var known: Set<String> = []
            for word in LatinWord.listed(in: list.words).map(\.text)
            where known.insert(word).inserted {
                // Zipf's law; 0.1 and 2 give the first word 5 % and the listed words together about 70 %. Behind the most
                // frequent words the order is a guess, so those words get equal shares.
                listed[word, default: .zero][lane] = 0.1 / Float(min(known.count, Self.ranked) + 1)
                learn(Letters.codes(of: word), lane: lane, wholeWord: true)
            }
            for ending in list.endings {
                learn(Letters.codes(of: ending), lane: lane, wholeWord: false)
            }
        }
    }

    private mutating func learn(_ letters: [UInt32], lane: Int, wholeWord: Bool) {
        let spelled = [Letters.boundary] + letters + [Letters.boundary]
        for end in (wholeWord ? 1 : 2)..<spelled.count {
            for length in 0..<min(Self.order, end + (wholeWord ? 1 : 0)) {
                let context = Letters.key(spelled[(end - length)..<end])
                let key = Letters.key(spelled[(end - length)...end])
                spellings.count(key, after: context, lane: lane)
            }
        }
    }

    /// Whether one of the six languages has all letters of a lower-case word.
    static func isSpelled(_ word: String) -> Bool { !Letters.codes(of: word).contains(Letters.other) }

    /// The judgement of a lower-case word.
    func judge(_ word: String) -> Judgement {
        let known = listed[word] ?? .zero
        let spelled = [Letters.boundary] + Letters.codes(of: word) + [Letters.boundary]
        var spelling = Lanes.zero
        for end in 1..<spelled.count {
            var probability = Lanes(repeating: 1 / Float(Letters.count))
            for length in 0..<min(Self.order, end + 1) {
                let context = spelled[(end - length)..<end]
                guard let followers = spellings[Letters.key(context)], followers.total.max() > 0 else { break }
                let count = spellings[Letters.key(spelled[(end - length)...end])]?.seen ?? .zero
                let interpolated = (count + followers.kinds * probability) / (followers.total + followers.kinds)
                // 0/0 if this language never had the context.
                probability = probability.replacing(with: interpolated, where: followers.total .> 0)
            }
            spelling += Self.logarithm(probability)
        }
        let unlisted = min(Self.maximumUnlisted, Self.unlistedPerLetter * Float(spelled.count - 2))
        var likelihood = spelling + Self.logarithm(Lanes(repeating: unlisted))
        likelihood = likelihood.replacing(with: Self.logarithm(known), where: known .> 0)
        return Judgement(logLikelihood: likelihood, listed: Lanes.zero.replacing(with: 1, where: known .> 0))
    }

    private static func logarithm(_ lanes: Lanes) -> Lanes {
        var result = Lanes.zero
        for lane in lanes.indices { result[lane] = lane < languages.count ? log(lanes[lane]) : -.infinity }
        return result
    }
}

/// The letters of the six languages as numbers of six bits.
private enum Letters {
    private static let alphabet: [Character: UInt32] = {
        let letters = "abcdefghijklmnopqrstuvwxyzáàâãäéèêëíìîïóòôõöúùûüçñßœæ'-"
        var codes: [Character: UInt32] = [:]
        for letter in letters { codes[letter] = UInt32(codes.count + 2) }
        return codes
    }()

    /// The beginning or end of a word.
    static let boundary: UInt32 = 1
    static let other: UInt32 = 63
    static let count = 64

    static func codes(of word: some StringProtocol) -> [UInt32] { word.map { alphabet[$0] ?? other } }

    /// Up to five letters as one number; the leading one bit distinguishes lengths.
    static func key(_ letters: ArraySlice<UInt32>) -> UInt32 { letters.reduce(1) { $0 << 6 | $1 } }
}
