"""Records the cache that Python's huggingface_hub makes of a small model, as the golden of packages/embed/test/hub.

    python tools/models/hub_cache.py > packages/embed/test/fixtures/golden/hub-cache.json

The hub is served on loopback from packages/embed/test/fixtures/models/tiny-bert-encoder: files of 2000 bytes and more
are "LFS" files, named by SHA-256, the others by git's hash. The output has every file, link and ref of the cache.
"""

import hashlib
import http.server
import json
import os
import pathlib
import re
import sys
import tempfile
import threading

MODEL = "acme/tiny"
COMMIT = "a" * 40
LARGE_FROM = 2000
FIXTURE = pathlib.Path(__file__).parents[2] / "packages/embed/test/fixtures/models/tiny-bert-encoder"
FILES = {path.relative_to(FIXTURE).as_posix(): path.read_bytes() for path in FIXTURE.rglob("*") if path.is_file()}


def git_hash(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def tree_entry(path: str, data: bytes) -> dict:
    if len(data) < LARGE_FROM:
        return {"type": "file", "path": path, "size": len(data), "oid": git_hash(data)}
    sha256 = hashlib.sha256(data).hexdigest()
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{sha256}\nsize {len(data)}\n".encode()
    lfs = {"oid": sha256, "size": len(data), "pointerSize": len(pointer)}
    return {"type": "file", "path": path, "size": len(data), "oid": git_hash(pointer), "lfs": lfs}


class Hub(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self.do_GET(body=False)

    def do_GET(self, body: bool = True) -> None:
        path = self.path.split("?")[0]
        if re.fullmatch(rf"/api/models/{MODEL}(/revision/[^/]+)?", path):
            siblings = [{"rfilename": name} for name in FILES]
            return self.send_json({"id": MODEL, "modelId": MODEL, "sha": COMMIT, "siblings": siblings})
        if path.startswith(f"/api/models/{MODEL}/tree/"):
            return self.send_json([tree_entry(name, data) for name, data in sorted(FILES.items())])
        data = FILES.get(re.sub(rf"^/{MODEL}/resolve/[^/]+/", "", path))
        if data is None:
            return self.send_error(404)
        large = len(data) >= LARGE_FROM
        self.send_response(200)
        self.send_header("content-length", str(len(data)))
        self.send_header("etag", f'"{hashlib.sha256(data).hexdigest() if large else git_hash(data)}"')
        self.send_header("x-repo-commit", COMMIT)
        self.end_headers()
        if body:
            self.wfile.write(data)

    def send_json(self, value: object) -> None:
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


def layout(root: pathlib.Path) -> dict:
    """Every name below `root`: a link by its target, a blob by its hash, anything else by its text."""
    found = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            found[name] = {"link": os.readlink(path)}
        elif path.is_file() and path.parent.name == "blobs":
            found[name] = {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
        elif path.is_file():
            found[name] = {"text": path.read_text()}
    return found


def main() -> None:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.environ["HF_ENDPOINT"] = f"http://127.0.0.1:{server.server_port}"
    os.environ["HF_HUB_DISABLE_XET"] = "1"
    with tempfile.TemporaryDirectory() as home:
        os.environ["HF_HOME"] = home
        import huggingface_hub

        huggingface_hub.snapshot_download(MODEL)
        repo = pathlib.Path(home) / "hub" / "models--acme--tiny"
        record = {"huggingface_hub": huggingface_hub.__version__, "layout": layout(repo)}
    json.dump(record, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
