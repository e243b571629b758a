import Testing

@testable import S3

/// The signatures of the first suite are those of the examples in the documentation of Amazon S3 ("Signature Calculations for the
/// Authorization Header"), with its keys, its bucket and its time. Those of the second suite were made with botocore 1.44.8.
@Suite("Signatures") struct SignatureTests {
    private static let keys = S3Credentials(
        id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    private static let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    private static let hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

    private func signed(
        _ content: SignatureV4.Content, in region: String, at time: Int64, keys: S3Credentials = SignatureTests.keys
    ) -> String {
        let headers = SignatureV4(credentials: keys, region: region).headers(of: content, at: time)
        let value = headers.first { $0.name == "authorization" }?.value ?? ""
        return String(value.split(separator: "Signature=").last ?? "")
    }

    /// A request of the documentation.
    struct Example: Sendable, CustomTestStringConvertible {
        var method = "GET"
        var path = "/"
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        var body = SignatureTests.nothing
        var signature: String
        var testDescription: String { "\(method) \(path)" }
    }

    @Test(
        "given an example of the documentation, when it is signed, then the signature is the documented one",
        arguments: [
            Example(
                path: "/test.txt", headers: [("range", "bytes=0-9")],
                signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
            Example(
                method: "PUT", path: "/test%24file.text",
                headers: [
                    ("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
                ], body: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
                signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
            Example(
                query: [("lifecycle", "")],
                signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
            Example(
                query: [("prefix", "J"), ("max-keys", "2")],
                signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
        ])
    func documented(example: Example) {
        let content = SignatureV4.Content(
            method: example.method, host: "examplebucket.s3.amazonaws.com", path: example.path, query: example.query,
            headers: example.headers, bodyHash: example.body)
        // 2013-05-24 00:00:00
        #expect(signed(content, in: "us-east-1", at: 1_369_353_600_000) == example.signature)
    }

    /// 2026-02-28 23:59:59.999, whose fraction is not sent.
    private let late: Int64 = 1_772_323_199_999

    @Test("given an awkward key and query, when the request is signed, then the signature is the one of botocore")
    func awkward() {
        let content = SignatureV4.Content(
            method: "PUT", host: "audio.example.com:9000", path: "/b/a%20b/%C3%BC%2B~%27%28%29%2A%21",
            query: [("x-id", "PutObject"), ("uploadId", "a/b+="), ("partNumber", "2")],
            headers: [("content-type", "application/octet-stream"), ("if-none-match", "*")], bodyHash: Self.hello)
        #expect(
            signed(content, in: "eu-central-1", at: late)
                == "3d301a4772357c8d349a563429780e1467829571f5735e9d0c6b3435af64894a")
        #expect(SignatureV4.query(content.query) == "partNumber=2&uploadId=a%2Fb%2B%3D&x-id=PutObject")
    }

    @Test("given keys with a token and an encrypted upload, when the request is signed, then both are signed too")
    func token() {
        let keys = S3Credentials(
            id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", token: "TOKEN//==")
        let content = SignatureV4.Content(
            method: "POST", host: "audio.example.com", path: "/k", query: [("uploads", "")],
            headers: [("content-type", "application/octet-stream"), ("x-amz-server-side-encryption", "aws:kms")],
            bodyHash: Self.nothing)
        #expect(
            signed(content, in: "eu-central-1", at: late, keys: keys)
                == "f3031e5b3e36783d658e08fd665ee96ee524e7b02f61cafbb2d9d187345a99db")
    }

    @Test(
        "given an address of IPv6 and the region auto, when a list is signed, then the signature is the one of botocore"
    )
    func list() {
        let content = SignatureV4.Content(
            method: "GET", host: "[::1]:9000", path: "/bucket",
            query: [
                ("list-type", "2"), ("prefix", "a/b c"), ("max-keys", "1000"), ("continuation-token", "1/+="),
            ], bodyHash: Self.nothing)
        #expect(
            signed(content, in: "auto", at: late)
                == "4fa7a10b83d73733e3c319128016353036395ed3d6436d7e04bd8c5fb15f2610")
    }

    @Test("given keys, when they are printed in any way, then no letter of them is shown")
    func secret() {
        var dumped = ""
        dump(Self.keys, to: &dumped)
        for text in ["\(Self.keys)", String(reflecting: Self.keys), dumped] {
            #expect(!text.contains("wJalr") && !text.contains("AKIA"))
        }
        #expect(Self.keys.redacted(from: "no AKIAIOSFODNN7EXAMPLE here") == "no ••• here")
    }
}
