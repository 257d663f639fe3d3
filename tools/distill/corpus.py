"""Writes one English text a line, from unpacked Debian packages: glosses, definitions, descriptions, prose paragraphs.

    python corpus.py --packages FOLDER_OF_UNPACKED_DEBS --translations Translation-en.txt --out texts.txt

Each sub-folder of `--packages` is one package, unpacked with `dpkg -x`. The development collections are no source.
"""

from __future__ import annotations

import argparse
import gzip
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

BLOCKS = {"p", "li", "dd", "dt", "h1", "h2", "h3", "h4", "td", "th", "pre", "div", "section", "table", "blockquote"}
SKIPPED = {"script", "style", "pre", "nav", "head"}
PER_PACKAGE = 25_000
# Manuals of one subject repeat themselves; dictionaries and descriptions cover the language.
UNCAPPED = {"wordnet-base", "dict-gcide", "dict-foldoc"}


class Paragraphs(HTMLParser):
    """Collects the text of block elements; code and navigation are left out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.parts: list[str] = []
        self.skipping = 0

    def flush(self) -> None:
        text = " ".join("".join(self.parts).split())
        self.parts.clear()
        if text:
            self.found.append(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in BLOCKS:
            self.flush()
        if tag in SKIPPED:
            self.skipping += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in BLOCKS:
            self.flush()
        if tag in SKIPPED and self.skipping:
            self.skipping -= 1

    def handle_data(self, data: str) -> None:
        if not self.skipping:
            self.parts.append(data)


def read(path: Path) -> str:
    data = gzip.decompress(path.read_bytes()) if path.suffix in (".gz", ".dz") else path.read_bytes()
    return data.decode("utf-8", errors="replace")


def is_prose(text: str) -> bool:
    words = text.split()
    if len(words) < 5 or "�" in text:
        return False
    letters = sum(1 for c in text if c.isascii() and (c.isalpha() or c.isspace()))
    return letters > 0.85 * len(text) and sum(map(len, words)) < 12 * len(words)


def pieces(text: str, limit: int = 1200) -> Iterator[str]:
    """A paragraph as it is, or sentence groups of at most `limit` characters."""
    if len(text) <= limit:
        yield text
        return
    held = ""
    for sentence in re.split(r"(?<=[.!?])\s+", text):
        if held and len(held) + len(sentence) > limit:
            yield held
            held = ""
        held = f"{held} {sentence}".strip()
    if held:
        yield held[: 2 * limit]


def html(path: Path) -> Iterator[str]:
    parser = Paragraphs()
    parser.feed(read(path))
    parser.flush()
    yield from parser.found


def plain(path: Path) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", read(path)):
        yield " ".join(block.split())


def wordnet(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("data.*")):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("  ") or "|" not in line:
                continue
            fields, gloss = line.split("|", 1)
            parts = fields.split()
            words = [parts[4 + 2 * i].replace("_", " ") for i in range(int(parts[3], 16))]
            yield f"{', '.join(words)}: {gloss.strip()}"


def dictionary(folder: Path) -> Iterator[str]:
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    number = lambda text: sum(digits.index(c) * 64**i for i, c in enumerate(reversed(text)))
    for index in sorted(folder.rglob("*.index")):
        data = gzip.decompress(index.with_suffix(".dict.dz").read_bytes())
        spans = {tuple(line.split("\t")[1:3]) for line in index.read_text(errors="replace").splitlines()}
        for start, length in sorted(spans):
            entry = data[number(start) : number(start) + number(length)].decode("utf-8", errors="replace")
            entry = re.sub(r"\[1913 Webster\]|\[PJC\]|\[WordNet[^\]]*\]|\\[^\\]*\\|[{}]", " ", entry)
            yield " ".join(entry.split())


def descriptions(path: Path) -> Iterator[str]:
    for block in path.read_text(encoding="utf-8", errors="replace").split("\n\n"):
        _, _, text = block.partition("\nDescription-en: ")
        title, _, body = text.partition("\n")
        for i, part in enumerate(body.split("\n .\n")):
            words = " ".join(part.split())
            yield f"{title}. {words}" if i == 0 else words


def fortunes(folder: Path) -> Iterator[str]:
    for path in sorted((folder / "usr/share/games/fortunes").iterdir()):
        if path.is_file() and not path.is_symlink() and path.suffix == "":
            for entry in read(path).split("\n%\n"):
                yield " ".join(entry.split())


def package(folder: Path) -> Iterator[str]:
    if folder.name == "wordnet-base":
        yield from wordnet(folder)
    elif folder.name.startswith("dict-"):
        yield from dictionary(folder)
    elif folder.name.startswith("fortunes"):
        yield from fortunes(folder)
    else:
        files = [f for f in sorted(folder.rglob("*")) if f.is_file() and not f.is_symlink()]
        # Translated manuals keep their language in the path.
        files = [f for f in files if not re.search(r"/(?!en)[a-z]{2}([-_][A-Z]{2})?/", str(f.relative_to(folder)))]
        random.Random(1).shuffle(files)
        for path in files[:6000]:
            if path.suffix == ".html":
                yield from html(path)
            elif re.search(r"\.(txt|rst|md)(\.gz)?$", path.name) and "copyright" not in path.name:
                yield from plain(path)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--packages", type=Path, required=True)
    parser.add_argument("--translations", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    seen: set[int] = set()
    texts: list[str] = []

    def take(name: str, source: Iterator[str], cap: int | None) -> None:
        found: list[str] = []
        for paragraph in source:
            for text in pieces(paragraph):
                key = hash(re.sub(r"\W+", "", text.lower()))
                if key not in seen and is_prose(text):
                    seen.add(key)
                    found.append(text)
        random.Random(2).shuffle(found)
        texts.extend(found[:cap])
        print(f"{name}: {len(found[:cap])} of {len(found)}", flush=True)

    for folder in sorted(p for p in args.packages.iterdir() if p.is_dir()):
        take(folder.name, package(folder), None if folder.name in UNCAPPED else PER_PACKAGE)
    take("package descriptions", descriptions(args.translations), None)
    random.Random(3).shuffle(texts)
    args.out.write_text("\n".join(texts) + "\n", encoding="utf-8")
    print(f"{len(texts)} texts, {sum(len(t) for t in texts) / 1e6:.1f} M characters")


if __name__ == "__main__":
    main()
