// Pieces of characters in all encodings, from a fixed sequence of numbers.
const { StringDecoder } = require('string_decoder');
let seed = 7;
const next = n => (seed = (seed * 16807) % 2147483647) % n;
const odd = [0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0xd8, 0xdc, 0, 0xf8, 0xff, 0xc0, 0xed, 0xa0];
for (const encoding of ['utf8', 'utf16le', 'base64', 'base64url', 'hex', 'latin1', 'ascii']) {
  for (let i = 0; i < 40; i++) {
    const bytes = Buffer.from(Array.from({ length: next(11) + 1 }, () => next(3) ? odd[next(odd.length)] : next(256))), decoder = new StringDecoder(encoding), pieces = [];
    for (let at = 0; at < bytes.length;) {
      const size = next(4) + 1, piece = bytes.subarray(at, at + size);
      pieces.push(decoder.write(i % 2 ? piece : new Uint8Array(piece)));
      at += size;
    }
    console.log(encoding, bytes.toString('hex'), JSON.stringify(pieces), JSON.stringify(decoder.end()), JSON.stringify(decoder.end()));
  }
}
const kept = new StringDecoder('utf8'), reused = Buffer.from([0xe2, 0x82]);
kept.write(reused);
reused.fill(0);
console.log(kept.end(Buffer.from([0xac])), kept.write('text'), kept.write(new DataView(new ArrayBuffer(2))).length);
for (const bad of [null, undefined, 5, {}, [1]]) { try { console.log(kept.write(bad)); } catch (e) { console.log(e.code, e.message); } }
