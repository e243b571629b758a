import Accounts
import Crypto
import Foundation

extension Attack {
    static let all = forms + algorithms + headers + signatures + times + parties + persons + nonces

    /// Texts that are not a token, or not one with a single meaning.
    static let forms: [Attack] = [
        Attack("an empty text", .malformed) { _ in "" },
        Attack("only dots", .malformed) { _ in ".." },
        text("two parts", .malformed) { "\($0[0]).\($0[1])" },
        text("four parts", .malformed) { $0.joined(separator: ".") + ".YQ" },
        text("the five parts of an encrypted token", .malformed) { $0.joined(separator: ".") + ".YQ.YQ" },
        text("the alphabet of ordinary base64", .malformed) { "\($0[0]).\($0[1]).++++" },
        text("padding", .malformed) { $0.joined(separator: ".") + "==" },
        text("a line feed at the end", .malformed) { $0.joined(separator: ".") + "\n" },
        // 64 bytes are 86 characters, and the last one has four bits that mean nothing.
        text("unused bits that are set", .malformed) { parts in
            let last = parts[2].last.map(String.init) ?? ""
            let order = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_").map(String.init)
            return "\(parts[0]).\(parts[1]).\(parts[2].dropLast())\(order[(order.firstIndex(of: last) ?? 0) + 1])"
        },
        Attack("17 KiB of claims", .tooLarge) {
            try $0.token(["pad": #""\#(String(repeating: "x", count: 17 << 10))""#])
        },
        Attack("3 KiB of header", .tooLarge) {
            try $0.token(header: #","pad":"\#(String(repeating: "x", count: 3 << 10))""#)
        },
        header("a header that is not JSON", .malformed, "alg=ES256"),
        header("a header that is a list", .malformed, #"["ES256"]"#),
        Attack("a header that is not UTF-8", .malformed) { issuer in
            let parts = try issuer.token().split(separator: ".")
            return "\(Base64URL.encode([0x7B, 0xFF, 0x7D])).\(parts[1]).\(parts[2])"
        },
        Attack("claims that are not JSON", .malformed) { _ in
            try TestIssuer.token(TestIssuer.header(TestIssuer.ec), "sub=1", sign: TestIssuer.ec.sign)
        },
        Attack("claims that are nested a thousand times", .malformed) { issuer in
            let deep = String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000)
            return try issuer.token(["deep": deep])
        },
        Attack("a claim that appears twice", .repeatedName) { issuer in
            let payload = issuer.payload().dropLast() + #","sub":"user-2"}"#
            return try TestIssuer.token(TestIssuer.header(TestIssuer.ec), String(payload), sign: TestIssuer.ec.sign)
        },
        Attack("a claim that appears twice, once in escapes", .repeatedName) { issuer in
            let payload = issuer.payload().dropLast() + #","\u0073ub":"user-2"}"#
            return try TestIssuer.token(TestIssuer.header(TestIssuer.ec), String(payload), sign: TestIssuer.ec.sign)
        },
        Attack("a field that appears twice inside a claim", .repeatedName) {
            try $0.token(["firebase": #"{"a":1,"a":2}"#])
        },
        Attack("an algorithm that appears twice", .repeatedName) {
            try $0.token(header: #","alg":"none""#)
        },
    ]

    static let algorithms: [Attack] = [
        Attack("alg none and no signature", .algorithm) { issuer in
            TestIssuer.token(#"{"alg":"none","kid":"ec-1"}"#, issuer.payload()) { _ in [] }
        },
        Attack("alg NONE and no signature", .algorithm) { issuer in
            TestIssuer.token(#"{"alg":"NONE","kid":"ec-1"}"#, issuer.payload()) { _ in [] }
        },
        header("alg nOnE and a signature", .algorithm, #"{"alg":"nOnE","kid":"ec-1"}"#),
        Attack("HS256 with the published RSA key as the secret", .algorithm) { issuer in
            TestIssuer.token(
                #"{"alg":"HS256","kid":"rsa-1"}"#, issuer.payload(),
                sign: TestKey.secret(TestIssuer.rsa?.published ?? ""))
        },
        Attack("HS256 with the published elliptic key as the secret", .algorithm) { issuer in
            TestIssuer.token(
                #"{"alg":"HS256","kid":"ec-1"}"#, issuer.payload(), sign: TestKey.secret(TestIssuer.ec.published))
        },
        header("an algorithm that the issuer does not use", .algorithm, #"{"alg":"ES384","kid":"ec-1"}"#),
        header("the key of one algorithm with another", .unknownKey, #"{"alg":"RS256","kid":"ec-1"}"#),
        header("the algorithm in small letters", .algorithm, #"{"alg":"es256","kid":"ec-1"}"#),
        header("no algorithm", .malformed, #"{"kid":"ec-1"}"#),
        header("a number for an algorithm", .malformed, #"{"alg":256,"kid":"ec-1"}"#),
    ]

    static let headers: [Attack] = [
        field("jku", #""jku":"https://attacker.example/keys""#),
        field("x5u", #""x5u":"https://attacker.example/certificate""#),
        field("jwk", #""jwk":\#(TestIssuer.ec.published)"#),
        field("x5c", #""x5c":["MIIB"]"#),
        field("crit", #""crit":["exp"]"#),
        field("b64", #""b64":false"#),
        field("zip", #""zip":"DEF""#),
        field("cty", #""cty":"JWT""#),
        header("no key's name", .noKeyName, #"{"alg":"ES256"}"#),
        header("an empty key's name", .noKeyName, #"{"alg":"ES256","kid":""}"#),
        header("an unknown key's name", .unknownKey, #"{"alg":"ES256","kid":"ec-2"}"#),
        header("a key's name that is a path", .unknownKey, #"{"alg":"ES256","kid":"../../../../dev/null"}"#),
        header("a key's name that is SQL", .unknownKey, #"{"alg":"ES256","kid":"x' UNION SELECT 'secret"}"#),
        header(
            "a key's name of 300 letters", .unknownKey,
            #"{"alg":"ES256","kid":"\#(String(repeating: "k", count: 300))"}"#),
        header("a number for a key's name", .malformed, #"{"alg":"ES256","kid":1}"#),
        header("the type of access tokens", .type, #"{"alg":"ES256","kid":"ec-1","typ":"at+jwt"}"#),
        header("the type of logout tokens", .type, #"{"alg":"ES256","kid":"ec-1","typ":"logout+jwt"}"#),
    ]

    static let signatures: [Attack] = [
        text("no signature", .signature) { "\($0[0]).\($0[1])." },
        Attack("a signature with another bit", .signature) { issuer in
            try TestIssuer.token(TestIssuer.header(TestIssuer.ec), issuer.payload()) { bytes in
                var signature = try TestIssuer.ec.sign(bytes)
                signature[40] ^= 1
                return signature
            }
        },
        Attack("the claims of one token with the signature of another", .signature) { issuer in
            let one = try issuer.token(["sub": #""user-2""#]).split(separator: ".")
            let other = try issuer.token().split(separator: ".")
            return "\(one[0]).\(one[1]).\(other[2])"
        },
        Attack("another header with the same signature", .signature) { issuer in
            let parts = try issuer.token().split(separator: ".")
            return "\(Base64URL.encode(#"{"alg":"ES256","kid":"ec-1"}"#.utf8)).\(parts[1]).\(parts[2])"
        },
        Attack("a forged key with the name of a real one", .signature) { issuer in
            try issuer.token(key: TestKey.es256("ec-1"))
        },
        Attack("a forged RSA key with the name of a real one", .signature) { issuer in
            try issuer.token(key: try TestKey.rs256("rsa-1"))
        },
        Attack("an elliptic signature of zeros", .signature) { issuer in
            TestIssuer.token(TestIssuer.header(TestIssuer.ec), issuer.payload()) { _ in [UInt8](repeating: 0, count: 64)
            }
        },
        Attack("an elliptic signature that is cut", .signature) { issuer in
            try TestIssuer.token(TestIssuer.header(TestIssuer.ec), issuer.payload()) {
                Array(try TestIssuer.ec.sign($0).dropLast())
            }
        },
        Attack("an RSA signature that is cut", .signature) { issuer in
            guard let key = TestIssuer.rsa else { return "" }
            return try TestIssuer.token(TestIssuer.header(key), issuer.payload()) { Array(try key.sign($0).dropLast()) }
        },
    ]

    static let times: [Attack] = [
        claims("one that expired 60 seconds ago", .expired, ["exp": "\(TestIssuer.now - 60)"]),
        claims("one that expires in the year 1", .expired, ["exp": "-62000000000", "iat": "-62000000001"]),
        claims("no end", .malformed, ["exp": nil]),
        claims("an end as a text", .malformed, ["exp": #""\#(TestIssuer.now + 600)""#]),
        claims("an end beyond all numbers", .malformed, ["exp": "1e400"]),
        claims("an end that is not a number", .malformed, ["exp": "NaN"]),
        claims("an end that is far away", .lifetime, ["exp": "1e308"]),
        claims("an end in thirty days", .lifetime, ["exp": "\(TestIssuer.now + 30 * 86_400)"]),
        claims("one from the future", .notYetValid, ["iat": "\(TestIssuer.now + 61)"]),
        claims("no time of issue", .malformed, ["iat": nil]),
        claims("one that is valid later", .notYetValid, ["nbf": "\(TestIssuer.now + 61)"]),
    ]

    static let parties: [Attack] = [
        claims("another issuer", .issuer, ["iss": #""https://accounts.google.com""#]),
        Attack("the issuer with a slash more", .issuer) { try $0.token(["iss": #""\#($0.url)/""#]) },
        claims("no issuer", .malformed, ["iss": nil]),
        Attack("a list of issuers", .malformed) { try $0.token(["iss": #"["\#($0.url)"]"#]) },
        claims("another audience", .audience, ["aud": #""com.example.other""#]),
        claims("an audience that begins like ours", .audience, ["aud": #""com.example.app.evil""#]),
        claims("an audience in capital letters", .audience, ["aud": #""COM.EXAMPLE.APP""#]),
        claims("no audience", .malformed, ["aud": nil]),
        claims("an empty list of audiences", .audience, ["aud": "[]"]),
        claims(
            "our audience beside another one", .audience,
            ["aud": #"["com.example.app","com.example.other"]"#, "azp": #""com.example.app""#]),
        claims("an audience in a list in a list", .malformed, ["aud": #"[["com.example.app"]]"#]),
        claims(
            "our audience seventeen times", .audience,
            ["aud": "[" + Array(repeating: #""com.example.app""#, count: 17).joined(separator: ",") + "]"]),
        claims("one that was issued to another application", .party, ["azp": #""com.example.other""#]),
        claims("two audiences and no party", .party, ["aud": #"["com.example.app","com.example.web"]"#]),
    ]

    static let persons: [Attack] = [
        claims("no subject", .malformed, ["sub": nil]),
        claims("an empty subject", .subject, ["sub": #""""#]),
        claims("a subject of 256 letters", .subject, ["sub": #""\#(String(repeating: "s", count: 256))""#]),
        claims("a subject with a zero byte", .subject, ["sub": #""user\u0000-1""#]),
        claims("a subject with a letter that looks like another", .subject, ["sub": #""usеr-1""#]),
        claims("a number for a subject", .malformed, ["sub": "1"]),
        claims("an address that is said to be verified by a number", .malformed, ["email_verified": "1"]),
    ]

    static let nonces: [Attack] = [
        claims("no nonce in the token", .nonce, ["nonce": nil]),
        claims("the nonce of another sign-in", .nonce, ["nonce": #""nonce-of-another-sign-in""#]),
        Attack("no nonce in the request", .nonce, nonce: nil) { try $0.token() },
        Attack("an empty nonce", .nonce, nonce: "") { try $0.token(["nonce": #""""#]) },
        Attack("a nonce of 15 letters", .nonce, nonce: "123456789012345") {
            try $0.token(["nonce": #""123456789012345""#])
        },
        Attack("a nonce of 256 letters", .nonce, nonce: String(repeating: "n", count: 256)) {
            try $0.token(["nonce": #""\#(String(repeating: "n", count: 256))""#])
        },
        Attack("the hash of the nonce where the nonce itself is to be", .nonce) {
            try $0.token(["nonce": #""\#(TestIssuer.hexadecimalHash(TestIssuer.nonce))""#])
        },
    ]
}
