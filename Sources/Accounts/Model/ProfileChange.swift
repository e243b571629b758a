internal import FoundationEssentials
internal import Language
package import Plumbing

/// A change of a profile, as a client sends it: a JSON object with the fields to change. `null` clears a field.
package struct ProfileChange: Sendable, Hashable {
    /// Every field that can be changed. All others are refused, so that no client sets a tier or an identifier.
    package static let fields = ["formality", "languages", "name", "theme", "voice"]

    private var profile: Profile
    private var changed: Set<String>

    /// - Throws: ``Problem`` of kind `usage`, code `profile.malformed`, that names the field.
    package init(reading bytes: [UInt8]) throws(Problem) {
        do {
            try StrictJSON.checkNames(bytes)
        } catch .repeatedName {
            throw Self.malformed("a field appears twice", "send each once")
        } catch {
            throw Self.malformed("it is not a JSON object", "send the fields to change")
        }
        let wanted: Wanted
        do {
            wanted = try JSONDecoder().decode(Wanted.self, from: Data(bytes))
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Self.malformed("it is not a JSON object", "send the fields to change")
        }
        profile = wanted.profile
        changed = wanted.changed
    }

    /// Whether it sets or clears the name.
    var changesName: Bool { changed.contains("name") }

    /// The profile with the fields that the change names; the others stay.
    package func applied(to old: Profile) -> Profile {
        Profile(
            name: changed.contains("name") ? profile.name : old.name,
            languages: changed.contains("languages") ? profile.languages : old.languages,
            voice: changed.contains("voice") ? profile.voice : old.voice,
            formality: changed.contains("formality") ? profile.formality : old.formality,
            theme: changed.contains("theme") ? profile.theme : old.theme)
    }

    private static func malformed(_ what: String, _ cure: String) -> Problem {
        Problem(.usage, "profile.malformed", what, at: "the profile", cure: cure)
    }

    private struct Wanted: Decodable {
        var profile = Profile()
        var changed: Set<String> = []

        private struct Name: CodingKey {
            let stringValue: String
            let intValue: Int? = nil
            init(_ name: String) { stringValue = name }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Name.self)
            let names = values.allKeys.map(\.stringValue).sorted()
            if let unknown = names.first(where: { !ProfileChange.fields.contains($0) }) {
                throw ProfileChange.malformed(
                    "the field '\(unknown.clipped(to: 40).printableOnOneLine)' cannot be set",
                    "send only \(ProfileChange.fields.joined(separator: ", "))")
            }
            changed = Set(names)
            func value<Value: Decodable>(_ name: String, _ type: Value.Type, _ cure: String) throws -> Value? {
                do { return try values.decodeIfPresent(type, forKey: Name(name)) } catch {
                    throw ProfileChange.malformed("'\(name)' cannot be this", cure)
                }
            }
            func text(_ name: String) throws -> String? {
                let cure = "send up to \(Profile.maximumTextBytes) bytes of text, or null"
                let text = try value(name, String.self, cure)
                guard text.map(Profile.isText) ?? true else {
                    throw ProfileChange.malformed("'\(name)' cannot be this", cure)
                }
                return text
            }
            profile.name = try text("name")
            profile.voice = try text("voice")
            let cure = "send a list of up to \(Profile.maximumLanguages) different languages, such as en or pt-BR"
            profile.languages = try value("languages", [LanguageTag].self, cure) ?? []
            guard profile.languages.count <= Profile.maximumLanguages,
                Set(profile.languages).count == profile.languages.count
            else { throw ProfileChange.malformed("'languages' cannot be this", cure) }
            profile.formality = try value("formality", Formality.self, "send formal, informal or null")
            profile.theme = try value("theme", Profile.Theme.self, "send system, light, dark or null") ?? .system
        }
    }
}
