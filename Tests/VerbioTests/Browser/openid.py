"""An OpenID issuer on the loopback address for the browser test: it signs everybody in who presses its button.

    with Issuer() as issuer: …   # issuer.address, issuer.client

It checks what a strict issuer checks (PKCE, the client and its address), and signs with a key of its own.
"""

import base64
import hashlib
import html
import http.server
import json
import os
import subprocess
import tempfile
import threading
import time
import urllib.parse


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Key:
    """An RSA key, made and used by openssl: the test needs no package for that."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "key.pem")
        subprocess.run(["openssl", "genrsa", "-out", self.path, "2048"], check=True, capture_output=True)
        text = subprocess.run(["openssl", "rsa", "-in", self.path, "-noout", "-modulus"], check=True, capture_output=True, text=True).stdout
        self.modulus = encoded(bytes.fromhex(text.strip().removeprefix("Modulus=")))

    def sign(self, claims):
        head = encoded(json.dumps({"alg": "RS256", "kid": "k", "typ": "JWT"}).encode())
        signed = f"{head}.{encoded(json.dumps(claims).encode())}"
        signature = subprocess.run(["openssl", "dgst", "-sha256", "-sign", self.path], input=signed.encode(), check=True, capture_output=True).stdout
        return f"{signed}.{encoded(signature)}"


class Issuer:
    client = "the-page"

    def __init__(self):
        self.key = Key()
        # Who signs in next, and what belongs to each code that was given out.
        self.person = "ada"
        self.codes = {}
        issuer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                issuer.get(self)

            def do_POST(self):
                issuer.post(self)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # Another name than that of the page, so that it is another site for the browser.
        self.address = f"http://localhost:{self.server.server_address[1]}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.key.folder.cleanup()

    def answer(self, handler, status, body, kind="application/json", **fields):
        data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **fields}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(data)

    def get(self, handler):
        url = urllib.parse.urlparse(handler.path)
        if url.path == "/.well-known/openid-configuration":
            return self.answer(handler, 200, {
                "issuer": self.address, "jwks_uri": f"{self.address}/keys", "authorization_endpoint": f"{self.address}/authorize",
                "token_endpoint": f"{self.address}/token"})
        if url.path == "/keys":
            return self.answer(handler, 200, {"keys": [{"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "k", "n": self.key.modulus, "e": "AQAB"}]})
        if url.path != "/authorize":
            return self.answer(handler, 404, {})
        asked = dict(urllib.parse.parse_qsl(url.query))
        if asked.get("client_id") != self.client or asked.get("code_challenge_method") != "S256":
            return self.answer(handler, 400, {"error": "invalid_request"})
        code = encoded(os.urandom(16))
        self.codes[code] = (asked, self.person)

        def link(text, **values):
            address = asked["redirect_uri"] + "?" + urllib.parse.urlencode({**values, "state": asked["state"], "iss": self.address})
            return f'<a href="{html.escape(address)}">{text}</a>'

        page = f"<!doctype html><title>Issuer</title><p>{link('Allow', code=code)} {link('Deny', error='access_denied')}</p>"
        self.answer(handler, 200, page, "text/html")

    def post(self, handler):
        form = dict(urllib.parse.parse_qsl(handler.rfile.read(int(handler.headers["Content-Length"])).decode()))
        asked, person = self.codes.pop(form.get("code"), ({}, None))
        proof = encoded(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if handler.path != "/token" or proof != asked.get("code_challenge") or form.get("redirect_uri") != asked.get("redirect_uri"):
            return self.answer(handler, 400, {"error": "invalid_grant"})
        now = int(time.time())
        token = self.key.sign({
            "iss": self.address, "sub": person, "aud": self.client, "iat": now, "exp": now + 600, "nonce": asked["nonce"],
            "email": f"{person}@example.com", "email_verified": True, "name": person.capitalize()})
        self.answer(handler, 200, {"access_token": "unused", "token_type": "Bearer", "id_token": token})
