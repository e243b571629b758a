import Accounts
import Foundation
import Plumbing
import Testing

struct AccountSecretsTests {
    private let place: AccountPlace

    init() throws { place = try AccountPlace() }

    private func write(_ text: String, mode: Int = 0o600) throws {
        try text.write(toFile: place.secretFile, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place.secretFile)
    }

    @Test("Given no file, when the secrets are needed, then it is made for its owner only, and it stays")
    func makesTheFile() throws {
        let sealed = try place.sealing().seal(Array("text".utf8), for: "here")
        #expect(try place.sealing().open(sealed, for: "here") == Array("text".utf8))
        let mode = try FileManager.default.attributesOfItem(atPath: place.secretFile)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("Given a value, when it is opened for another place, changed, or with other secrets, then it does not open")
    func refusesOtherPlaces() throws {
        let sealing = try place.sealing()
        let sealed = try sealing.seal(Array("text".utf8), for: "here")
        #expect(throws: Problem.self) { try sealing.open(sealed, for: "there") }
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: Problem.self) { try sealing.open(changed, for: "here") }
        }
        #expect(throws: Problem.self) { try sealing.open(Array(sealed.dropLast()), for: "here") }
        #expect(throws: Problem.self) { try sealing.open([], for: "here") }
        let other = Sealing(try AccountSecrets([[UInt8](repeating: 3, count: 32)]))
        #expect(throws: Problem.self) { try other.open(sealed, for: "here") }
    }

    @Test("Given one text, when it is looked up for two purposes or with two secrets, then the values differ")
    func separatesLookups() throws {
        let sealing = Sealing(try AccountSecrets([[UInt8](repeating: 3, count: 32), [UInt8](repeating: 4, count: 32)]))
        let values = sealing.lookups("ada", purpose: "email") + sealing.lookups("ada", purpose: "identity")
        #expect(Set(values).count == 4)
        #expect(values == sealing.lookups("ada", purpose: "email") + sealing.lookups("ada", purpose: "identity"))
    }

    @Test("Given a file that others may read, when it is opened, then the problem says how to close it")
    func refusesExposedFiles() throws {
        try write(Base64URL.encode([UInt8](repeating: 3, count: 32)), mode: 0o640)
        let problem = #expect(throws: Problem.self) { try AccountSecrets(at: place.secretFile) }
        #expect(problem?.code == "accounts.secret-exposed")
        #expect(problem?.cure == "run chmod 600 on it")
    }

    @Test(
        "Given a file that has no secrets of 32 bytes, when it is opened, then it is refused and stays as it is",
        arguments: ["", "# nothing\n", "c2hvcnQ\n", "not base64!\n", String(repeating: "A", count: 5_000)])
    func refusesDamagedFiles(text: String) throws {
        try write(text)
        let problem = #expect(throws: Problem.self) { try AccountSecrets(at: place.secretFile) }
        #expect(problem?.code == "accounts.secret-damaged")
        #expect(try String(contentsOfFile: place.secretFile, encoding: .utf8) == text)
    }

    @Test("Given two secrets with a comment, when the file is opened, then both open and the first one seals")
    func readsSeveralSecrets() throws {
        let old = [UInt8](repeating: 3, count: 32)
        let new = [UInt8](repeating: 4, count: 32)
        let sealed = try Sealing(try AccountSecrets([old])).seal([1], for: "here")
        try write("# of November\n\(Base64URL.encode(new))\n\n \(Base64URL.encode(old)) \n")
        #expect(try place.sealing().open(sealed, for: "here") == [1])
        let fresh = try place.sealing().seal([2], for: "here")
        #expect(try Sealing(try AccountSecrets([new])).open(fresh, for: "here") == [2])
    }
}
