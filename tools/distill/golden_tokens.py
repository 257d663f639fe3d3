"""Writes the golden token ids of awkward texts, by the reference implementation (Hugging Face tokenizers, Rust).

    python golden_tokens.py --teacher TEACHER --out ../../packages/embed/test/fixtures/golden-tokens.json
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from tokenizers import Tokenizer

TEXTS = [
    "", " ", "\t\n\r", "\u00a0", "hello world", "Hello, World!", "HELLO", "don't", "don\u2019t", "it's a test.", "a.b.c", "...",
    "unbelievably", "antidisestablishmentarianism", "electroencephalographically", "pneumonoultramicroscopicsilicovolcanoconiosis",
    "3.14159", "1,234,567.89", "2024-01-31T12:00:00Z", "192.168.0.1", "C++", "C#", "F#", ".NET", "node.js", "foo_bar", "snake_case_name",
    "camelCaseName", "kebab-case-name", "user@example.com", "https://example.com/a?b=c&d=e#f", "/usr/local/bin", "C:\\Windows\\System32",
    "$100", "50%", "#hashtag", "@mention", "a+b=c", "x^2", "~/.config", "`code`", "<html>", "{json: true}", "[1]", "(a)", "a|b", "a*b", '"q"',
    "caf\u00e9", "cafe\u0301", "na\u00efve r\u00e9sum\u00e9", "\u00c5ngstr\u00f6m", "\u212b", "\u2126", "\u212a", "stra\u00dfe", "STRASSE", "STRA\u1e9eE", "\u0130stanbul", "\u0131", "I\u0307",
    "\u00e6ther \u0153uvre", "\u00d8resund", "\u0141\u00f3d\u017a", "\u00de\u00f3r", "\u01c4", "\u01c5", "\ufb01sh", "\ufb03", "\u2460", "\u00bd", "x\u00b2", "H\u2082O", "\u2075", "\u2122", "\u00a9 2020", "\u00ae",
    "\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440", "\u0419\u043e\u0433", "\u0451\u043b\u043a\u0430", "\u0393\u03b5\u03b9\u03ac \u03c3\u03bf\u03c5", "\u039f\u0394\u039f\u03a3", "\u03a3", "\u03c2", "\u1f08\u03c7\u03b9\u03bb\u03bb\u03b5\u03cd\u03c2", "\u1fb3",
    "\u4eca\u5929\u6211\u4eec\u8ba8\u8bba\u4e86\u5411\u91cf\u68c0\u7d22\u7684\u6027\u80fd\u95ee\u9898", "\u65e5\u672c\u8a9e\u306e\u30c6\u30ad\u30b9\u30c8", "\u30ab\u30ca", "\u304c\u304e\u3050", "\u30d1\u30d4\u30d7", "\uff76\uff9e", "\ud55c\uad6d\uc5b4 \ud14d\uc2a4\ud2b8", "\u1112\u1161\u11ab", "abc\u4e2d\u6587def",
    "\u4e2da\u6587b", "\u3400", "\U00020000", "\U0002a6d6", "\uf900", "\U0002f800", "\U0002b820", "\u3007", "\u3005", "\u3001\u3002", "\uff0c\uff01", "\uff21\uff22\uff23", "\uff11\uff12", "\u3000wide\u3000space",
    "\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645", "\u0627\u0644\u0633\u0651\u0644\u0627\u0645", "\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd", "\u05e9\u05b8\u05dc\u05d5\u05b9\u05dd", "\u0928\u092e\u0938\u094d\u0924\u0947", "\u0939\u093f\u0928\u094d\u0926\u0940", "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35", "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd", "\u09ac\u09be\u0982\u09b2\u09be", "\u10e5\u10d0\u10e0\u10d7", "\u1c90", "\u0540\u0561\u0575", "\u12a0\u121b", "\u13a0\uab70",
    "\U0001f600", "hi \U0001f44b\U0001f3fd there", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u2764\ufe0f", "\U0001f1eb\U0001f1f7", "\U0001f917 hugs", "a\U0001f600b", "1\ufe0f\u20e3", "\U00010400", "\U0001d400\U0001d401", "\U0001d538",
    "\u0000", "a\u0000b", "a\u0001b", "\u0007bell", "a\u007fb", "a\u0085b", "line\u2028sep", "para\u2029sep", "a\u000bb", "a\u000cb", "a\u001cb", "\ufeffbom", "a\ufeffb", "zero\u200bwidth", "zwj\u200dword", "soft\u00adhyphen", "a\u2060b", "rtl\u202emark", "\ufffd", "a\ufffdb", "\ue000", "a\ue000b", "\ufff9x", "\u180e", "a\u180eb",
    "non\u00a0breaking", "thin\u2009space", "em\u2003space", "\u1680ogham", "\u202fnarrow", "\u205fmath", "fig\u2007ure", "a\u2000b",
    "a\u0301\u0302\u0303b", "\u0301", "e\u0301\u0327", "e\u0327\u0301", "\u0344", "q\u0307\u0323", "\u1ed9", "\u0323a", "a\u0488b", "=\u0338", "\u2260", "\u226e", "\u037e", "\u1fef", "\u00b4", "\u0387", "\u2000",
    "\u201cquoted\u201d", "\u2018single\u2019", "em\u2014dash", "en\u2013dash", "ellipsis\u2026", "\u2022 bullet", "\u00a7 12", "\u00b6", "\u2020\u2021", "\u00ab guillemets \u00bb", "\u00bfqu\u00e9?", "\u00a1hola!", "\u2030", "\u20ac50", "\u00a31", "\u00a5", "\u00b0C", "\u00b1 5", "\u00d7", "\u00f7", "\u2192", "\u2200x\u2208A", "\u222b", "\u221e", "\u03b1-helix", "\u03b2", "\u00b5m", "\u03bcm",
    "a" * 100, "a" * 101, "a" * 200, "x" * 99 + "!", "\u00e9" * 100, "\u00e9" * 101, "\U0001d400" * 100, "\U0001d400" * 101, "\u4e2d" * 150, "the" * 34, "ab" * 50 + " " + "ab" * 51, "\u0301" * 120 + "a",
    "[UNK]", "[CLS] text [SEP]", "[MASK]", "##ing", "## ing", "#", "##", "[unused0]", "\u2581a", "\u0120a",
    "zzzzqqqq", "qwxz", "\u16a0\u16b1", "\U00012000", "\u2800", "the \u16a0 end", "\ua000",
    "The quick brown fox jumps over the lazy dog.", "  leading and trailing  ", "tabs\tand\nnewlines\r\nhere", "a  b   c", "MiXeD CaSe TeXt", "x" + "-" * 50 + "y", "!" * 20, "a\u00a0\u00a0b", "\u00c0\u00c9\u00ce\u00d5\u00dc", "\u0410\u0411\u0412", "\u1e0a\u0307", "\u03a9 \u03c9", "\u0149", "\u01f0", "\u1f80", "\u1fb4",
    "\U0001e900", "\u2c00", "\u0240", "\u1d00", "\u02b0", "\u02bc", "\u02c6", "^", "\u00a8", "\u00af", "\u00b8", "\u309b", "\u3099", "\u304b\u3099", "\u0bcd", "\u20d0", "a\u20d0", "\u0903", "\u093e", "\ufe0f", "\ufe20", "\u1ab0", "\u1dc0",
]



def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--teacher", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    tokenizer = Tokenizer.from_file(str(args.teacher / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    # Special tokens are matched in raw text by the whole pipeline; Pinakes tokenises them as ordinary text, so the
    # golden ids come from normaliser, pre-tokeniser and model, without the added-token matcher.
    rows = []
    for text in dict.fromkeys(TEXTS):
        words = tokenizer.pre_tokenizer.pre_tokenize_str(tokenizer.normalizer.normalize_str(text))
        ids = [token.id for word, _ in words for token in tokenizer.model.tokenize(word)]
        rows.append({"text": text, "ids": ids})
    args.out.parent.mkdir(parents=True, exist_ok=True)
    body = ",\n".join("  " + json.dumps(row) for row in rows)
    args.out.write_text(f"[\n{body}\n]\n")
    print(len(rows), "texts")


if __name__ == "__main__":
    main()
