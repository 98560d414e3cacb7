const text = 'The quick brown fox jumps over the lazy dog. '.repeat(20);
const wide = 'Über die Straße – 日本語. '.repeat(20);
const bytes = Buffer.from(text);

const cases = {};
for (const encoding of ['utf8', 'latin1', 'ascii', 'hex', 'base64', 'base64url', 'utf16le']) {
  cases['toString ' + encoding] = () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += bytes.toString(encoding).length; } return s; };
  cases['from ' + encoding] = () => { const t = bytes.toString(encoding); return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += Buffer.from(t, encoding).length; } return s; }; };
}
module.exports = Object.assign(cases, {
  'from a wide text and back': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += Buffer.from(wide).toString().length; } return s; },
  'concat': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += Buffer.concat([bytes, bytes, bytes]).length; } return s; },
  'compare and equals': () => { const other = Buffer.from(text); return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += Buffer.compare(bytes, other) + (bytes.equals(other) ? 1 : 0); } return s; }; },
  'numbers read and written': () => { const b = Buffer.alloc(64); return (n) => { let s = 0; for (let i = 0; i < n; i++) { b.writeUInt32BE(i >>> 0, 8); s += b.readUInt32BE(8) + b.readInt16LE(4); } return s; }; },
  'bytes in a loop': () => (n) => { let s = 0; for (let r = 0; r < n; r++) { for (let i = 0; i < bytes.length; i++) { s += bytes[i]; } } return s; },
  'indexOf': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += bytes.indexOf('none'); } return s; },
  'byteLength': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += Buffer.byteLength(wide); } return s; },
  'TextEncoder and TextDecoder': () => { const e = new TextEncoder(), d = new TextDecoder(); return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += d.decode(e.encode(wide)).length; } return s; }; },
});
