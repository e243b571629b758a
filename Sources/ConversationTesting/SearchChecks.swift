internal import Conversations
internal import Language
internal import Providers

/// The checks of lists in pages, and of the search in texts.
struct SearchChecks: StoreChecks {
    func listsInPages(_ store: any ContentStore) async throws {
        let made = [5, 3, 3, 3, 1].map { StoreSamples.conversation(createdAt: $0) }
        try await store.commit(made.map { .conversation($0) })
        let all = try await store.conversations(limit: 10).map(\.conversation)
        try expectEqual(all.map(\.createdAt), [5, 3, 3, 3, 1], "the newest first")
        try expectEqual(all[1...3].map(\.id), all[1...3].map(\.id).sorted(), "those of one age by their identifiers")
        var found: [Conversation] = []
        for count in [2, 2, 1] {
            let place = found.last.map { ConversationPlace($0) }
            let page = try await store.conversations(after: place, limit: 2).map(\.conversation)
            try expectEqual(page.count, count, "a page has at most the limit")
            found += page
        }
        try expectEqual(found, all, "the pages together are the list")
        try expectEqual(
            try await store.conversations(after: all.last.map { ConversationPlace($0) }, limit: 2), [],
            "nothing is behind the last")
        let gone = ConversationPlace(createdAt: 3, id: ConversationID(rawValue: "c"))
        try expectEqual(
            try await store.conversations(after: gone, limit: 9).map(\.conversation.createdAt), [3, 3, 3, 1],
            "a place is valid if its conversation is gone")
    }

    /// Finds the numbers of the utterances with the words.
    private func numbers(_ text: String, in store: any ContentStore, limit: Int = 100) async throws -> [Int] {
        try await store.matches(for: SearchWords(text), before: nil, limit: limit).map(\.record.utterance.sequence)
    }

    /// Stores the texts of utterances, from 1 on.
    private func say(_ texts: [(String, String)], in id: ConversationID, _ store: any ContentStore) async throws {
        for (index, (source, translation)) in texts.enumerated() {
            try await store.commit([
                answered(index + 1, of: id, "\(id) r \(index)", .recognition(StoreSamples.recognition(source))),
                answered(index + 1, of: id, "\(id) t \(index)", .translation(StoreSamples.translation(translation))),
            ])
        }
    }

    func findsTexts(_ store: any ContentStore) async throws {
        let texts = [
            ("Where is the railway station?", "¿Dónde está la ESTACIÓN de tren?"),
            ("我们在火车站见面。", "ÜBER den Bahnhof \"sprechen\" wir."), ("地下鉄の駅", "Станция метро, ёлка"),
            ("기차역이 어디예요?", "مَحَطّة القطار"), ("रेलवे स्टेशन", "100 % o'clock"),
        ]
        let id = try await prepare(store, utterances: texts.count)
        try await say(texts, in: id, store)
        for (text, expected) in [
            ("station", [1]), ("STATION railway", [1]), ("estacion", [1]), ("dónde está", [1]), ("st", [1]),
            ("railway 火车", []), ("way stat", [1]), ("railway t", [1]), ("火车站", [2]), ("火車站", [2]), ("火车", [2]),
            ("站", [2]), ("uber", [2]), ("\"sprechen\"", [2]), ("駅", [3]), ("地下鉄", [3]), ("Елка", [3]), ("역", [4]),
            ("기차역", [4]), ("محطة", [4]), ("स्टे", [5]), ("100 %", [5]), ("o'clock", [5]), ("*", []), ("a OR b", []),
            ("source:station", []),
        ] {
            try expectEqual(try await numbers(text, in: store), expected, "'\(text)' is found where it was said")
        }
        let match = try await store.matches(for: SearchWords("railway"), before: nil, limit: 1).first
        try expectEqual(match?.record, try await store.utterance(.init(conversation: id, sequence: 1)), "the record")
        try expectEqual(match?.conversation, try await store.conversation(id), "with its conversation")

        // Each is in several utterances: the newest first, and in pages.
        for text in ["e", "the same words"] {
            let other = try await prepare(store, utterances: 5)
            try await say((1...5).map { ("the same words \($0)", "") }, in: other, store)
            let all = try await store.matches(for: SearchWords(text), before: nil, limit: 100)
            try expect(zip(all, all.dropFirst()).allSatisfy { $0.position > $1.position }, "the newest first")
            try expectEqual(all.prefix(5).map(\.record.utterance.sequence), [5, 4, 3, 2, 1], "all are found")
            var paged: [TextMatch] = []
            while true {
                let page = try await store.matches(for: SearchWords(text), before: paged.last?.position, limit: 2)
                guard !page.isEmpty else { break }
                try expect(page.count <= 2, "at most the limit")
                paged += page
            }
            try expectEqual(paged, all, "the pages together are all matches")
        }
        try expectEqual(try await numbers("e", in: store, limit: 0), [], "a limit of 0 finds nothing")
    }

    func findsWhatIsThere(_ store: any ContentStore) async throws {
        let texts = [("castrol is fast", "muy rápido"), ("hum", "zumbido"), ("guten Tag", "")]
        let id = try await prepare(store, utterances: 4)
        try await say(texts, in: id, store)
        func utterance(_ sequence: Int) -> UtteranceID { UtteranceID(conversation: id, sequence: sequence) }
        try await store.commit([
            .corrected(utterance(1), CorrectedText(text: "Kestrel is fast", replaced: [])),
            .outcome(utterance(2), .dropped(reason: "hallucination")),
            .outcome(utterance(3), .dropped(reason: "other-language")),
        ])
        for (text, expected) in [
            ("kestrel", [1]), ("castrol", []), ("rapido", [1]), ("hum", []), ("zumbido", []), ("guten", [3]),
        ] {
            try expectEqual(try await numbers(text, in: store), expected, "'\(text)' as it is now")
        }
        // The correction is computed again after it, and the recognition stays.
        try await store.commit([.reopened(utterance(1), from: .translation)])
        for (text, expected) in [("castrol", [1]), ("kestrel", []), ("rapido", [])] {
            try expectEqual(try await numbers(text, in: store), expected, "'\(text)' after reopening")
        }
        // Finished work takes the place of another answer under its key.
        try await store.commit([
            answered(1, of: id, "\(id) t 0", .translation(StoreSamples.translation("another text")))
        ])
        try expectEqual(try await numbers("rapido", in: store), [1], "the text that is stored")
        try expectEqual(try await numbers("another", in: store), [], "and not the one that came later")
        try await store.commit([.reopened(utterance(1), from: .recognition)])
        try expectEqual(try await numbers("fast", in: store), [], "nothing of what was reopened")
        try await store.commit([.conversationState(id, .complete)])
        _ = try await store.delete(id)
        for text in ["guten", "tag", "g"] {
            try expectEqual(try await numbers(text, in: store), [], "nothing of what was deleted")
        }
    }
}
