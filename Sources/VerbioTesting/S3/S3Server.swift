internal import Foundation
internal import Plumbing

/// An S3 server for tests, moto, with one bucket. It checks signatures, and keeps everything in memory.
///
/// It runs as long as this value lives, and at most as long as the process.
package final class S3Server: Sendable {
    /// moto is missing, or did not start.
    package struct NotStarted: Error {
        /// What it wrote.
        package var log: String
    }

    private static let python = SpeechFixtures.packageRoot + "/.build/moto/bin/python"
    package static let isInstalled = FileManager.default.isExecutableFile(atPath: python)
    /// Why tests are skipped without it.
    package static let isMissing: String = "moto is not installed (make setup-s3)"

    /// One server for the tests of the process, started when it is first needed.
    package static func shared() async throws -> S3Server { try await started.value }
    private static let started = Task { try await S3Server() }

    private struct Description: Decodable {
        var port: Int
        var id: String
        var secret: String
    }

    private let folder: String
    private let guardian: Guardian
    private let description: Description
    private let places = Locked(0)

    /// `http://127.0.0.1:PORT`
    package var endpoint: String { "http://127.0.0.1:\(description.port)" }
    package static let bucket = "audio"

    /// Starts it, and waits until it answers.
    ///
    /// - Throws: ``NotStarted``.
    package init() async throws {
        guard Self.isInstalled else { throw NotStarted(log: Self.isMissing) }
        folder = NSTemporaryDirectory() + "verbio-s3-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let (script, ready, output) = (folder + "/serve.py", folder + "/ready", folder + "/log")
        try Self.script.write(toFile: script, atomically: false, encoding: .utf8)
        // The first three requests need no signature: they make the user that signs all others.
        guardian = try Guardian(
            "\"$@\" & cat >/dev/null; kill -KILL $!; rm -rf '\(folder)'",
            ["env", "INITIAL_NO_AUTH_ACTION_COUNT=3", Self.python, script, ready, Self.bucket],
            pipe: folder + "/life", output: output)
        var found: Description?
        while found == nil {
            // Its file is there as a whole, or not at all.
            if let data = FileManager.default.contents(atPath: ready) {
                found = try JSONDecoder().decode(Description.self, from: data)
            } else {
                let log = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
                guard guardian.isRunning, !log.contains("Traceback") else { throw NotStarted(log: log) }
                await Task.yield()
            }
        }
        guard let found else { throw NotStarted(log: "") }
        description = found
    }

    /// The variables with the keys.
    package var environment: [String: String] {
        ["AWS_ACCESS_KEY_ID": description.id, "AWS_SECRET_ACCESS_KEY": description.secret]
    }

    /// The address of an empty place of its own in the bucket.
    ///
    /// - Parameter parameters: of the address, each with `&` before it.
    package func address(_ parameters: String = "") -> String {
        let number = places.withLock { count in
            count += 1
            return count
        }
        return "s3://\(Self.bucket)/test-\(number)?endpoint=\(endpoint)\(parameters)"
    }

    private static let script = """
        import json, os, sys, threading
        import boto3
        from moto.server import ThreadedMotoServer

        ready, bucket = sys.argv[1:3]
        server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        server.start()
        port = server.get_host_and_port()[1]
        options = dict(endpoint_url=f"http://127.0.0.1:{port}", region_name="us-east-1")
        iam = boto3.client("iam", aws_access_key_id="none", aws_secret_access_key="none", **options)
        iam.create_user(UserName="verbio")
        rule = {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}
        policy = json.dumps({"Version": "2012-10-17", "Statement": [rule]})
        iam.put_user_policy(UserName="verbio", PolicyName="all", PolicyDocument=policy)
        key = iam.create_access_key(UserName="verbio")["AccessKey"]
        (id, secret) = (key["AccessKeyId"], key["SecretAccessKey"])
        s3 = boto3.client("s3", aws_access_key_id=id, aws_secret_access_key=secret, **options)
        s3.create_bucket(Bucket=bucket)
        with open(ready + ".part", "w") as file:
            json.dump({"port": port, "id": id, "secret": secret}, file)
        os.rename(ready + ".part", ready)
        threading.Event().wait()
        """
}
