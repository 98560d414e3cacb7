const crypto = require('crypto'), zlib = require('zlib');
const body = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(100)), key = Buffer.alloc(32, 7), iv = Buffer.alloc(16, 9);
const packed = zlib.gzipSync(body), squeezed = zlib.brotliCompressSync(body);

const cases = {};
for (const hash of ['md5', 'sha1', 'sha256', 'sha512']) {
  cases[hash] = () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += crypto.createHash(hash).update(body).digest('hex').length; } return s; };
}
module.exports = Object.assign(cases, {
  'sha256 of a short text': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += crypto.createHash('sha256').update('token' + i).digest('hex').length; } return s; },
  'HMAC': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += crypto.createHmac('sha256', key).update('token' + i).digest('base64').length; } return s; },
  'randomBytes': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += crypto.randomBytes(16)[0]; } return s; },
  'randomUUID': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += crypto.randomUUID().length; } return s; },
  'pbkdf2Sync': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += crypto.pbkdf2Sync('secret', 'salt', 1000, 32, 'sha256')[0]; } return s; },
  'aes-256-cbc': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { const c = crypto.createCipheriv('aes-256-cbc', key, iv); s += Buffer.concat([c.update(body), c.final()]).length; } return s; },
  'aes-256-gcm': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { const c = crypto.createCipheriv('aes-256-gcm', key, iv.subarray(0, 12)); s += Buffer.concat([c.update(body), c.final()]).length + c.getAuthTag().length; } return s; },
  'timingSafeEqual': () => { const other = Buffer.alloc(32, 7); return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += crypto.timingSafeEqual(key, other) ? 1 : 0; } return s; }; },
  'gzipSync': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += zlib.gzipSync(body).length; } return s; },
  'gunzipSync': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += zlib.gunzipSync(packed).length; } return s; },
  'brotliDecompressSync': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += zlib.brotliDecompressSync(squeezed).length; } return s; },
});
