import Foundation
import Plumbing
import Testing

@testable import S3

@Suite("The address of an S3 store") struct AddressTests {
    private func address(_ text: String, _ environment: [String: String] = [:]) throws -> S3Address {
        try S3Address(text, setting: "store.audio", environment: environment)
    }

    @Test(
        "given an address, when an object is asked for, then its URL is the one of the style",
        arguments: [
            ("s3://audio", "https://audio.s3.us-east-1.amazonaws.com/k/1"),
            ("s3://audio/a/b/?region=eu-central-1", "https://audio.s3.eu-central-1.amazonaws.com/a/b/k/1"),
            ("s3://audio.old?region=cn-north-1", "https://s3.cn-north-1.amazonaws.com.cn/audio.old/k/1"),
            ("s3://audio/a?style=path", "https://s3.us-east-1.amazonaws.com/audio/a/k/1"),
            ("s3://audio/a+b?endpoint=http://127.0.0.1:9000/", "http://127.0.0.1:9000/audio/a%2Bb/k/1"),
            ("s3://audio?endpoint=https%3A%2F%2FS3.Example.com:443", "https://s3.example.com/audio/k/1"),
            ("s3://audio?endpoint=http://[::1]:9000&style=virtual", "http://audio.[::1]:9000/k/1"),
            ("s3://audio?endpoint=https://s3.example.com&style=virtual", "https://audio.s3.example.com/k/1"),
        ])
    func urls(text: String, url: String) throws {
        let address = try address(text)
        #expect(address.origin + address.path(of: "k/1") == url)
    }

    @Test("given variables of the environment, when the address leaves them out, then they say region and endpoint")
    func environment() throws {
        let environment = [
            "AWS_DEFAULT_REGION": "eu-west-1", "AWS_ENDPOINT_URL": "https://all.example.com",
            "AWS_ENDPOINT_URL_S3": "https://s3.example.com",
        ]
        let found = try address("s3://audio", environment)
        #expect(found.region == "eu-west-1" && found.origin == "https://s3.example.com" && found.usesPath)
        let named = try address("s3://audio?region=auto&endpoint=https://other.example.com", environment)
        #expect(named.region == "auto" && named.host == "other.example.com")
    }

    @Test("given an encryption, when the address is read, then it is known, and the bucket is shown without parameters")
    func encryption() throws {
        let address = try address("s3://audio/verbio?encryption=aws:kms&kms-key=alias%2Faudio")
        #expect(address.encryption == "aws:kms" && address.encryptionKey == "alias/audio")
        #expect(address.description == "s3://audio/verbio")
    }

    @Test(
        "given a wrong address, when it is read, then one sentence refuses it without its secret",
        arguments: [
            "audio", "https://s3.example.com/audio", "s3://", "s3:///prefix", "s3://AKIA:s3cret@audio", "s3://au dio",
            "s3://audio/../other", "s3://audio//x", "s3://audio/ü", "s3://audio?secret=s3cret", "s3://audio?region",
            "s3://audio?endpoint=ftp://x", "s3://audio?endpoint=https://h/path", "s3://audio?endpoint=https://",
            "s3://audio?endpoint=https://AKIA:s3cret@host", "s3://audio?style=dns", "s3://audio?encryption=none",
            "s3://audio?kms-key=x", "s3://audio?region=a%20b",
        ])
    func refused(text: String) {
        let problem = #expect(throws: Problem.self) { try address(text) }
        #expect(problem?.code == "store.audio" && problem?.kind == .usage && problem?.place == "store.audio")
        #expect(problem?.cure?.isEmpty == false && problem?.description.contains("s3cret") == false)
    }

    @Test("given keys in variables or in files, when they are read, then blanks around them are dropped")
    func keys() throws {
        let file = NSTemporaryDirectory() + "verbio-s3-key-\(UUID().uuidString)"
        try "  hidden/secret\n".write(toFile: file, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let found = try S3Credentials([
            "AWS_ACCESS_KEY_ID": " id\n", "AWS_SECRET_ACCESS_KEY_FILE": file, "AWS_SESSION_TOKEN": "t",
        ])
        #expect(found.id == "id" && found.secret == "hidden/secret" && found.token == "t")
    }

    @Test(
        "given keys that are missing or cannot be sent, when they are read, then a sentence names the variable",
        arguments: [
            [:], ["AWS_ACCESS_KEY_ID": "id"], ["AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": " "],
            ["AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "hid\nden"],
            ["AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY_FILE": "/nowhere"],
        ])
    func unusableKeys(environment: [String: String]) {
        let problem = #expect(throws: Problem.self) { try S3Credentials(environment) }
        #expect(problem?.code == "store.credentials" && problem?.kind == .store)
        #expect(problem?.description.contains("AWS_SECRET_ACCESS_KEY") == true)
        #expect(problem?.description.contains("hid\nden") == false)
    }
}
