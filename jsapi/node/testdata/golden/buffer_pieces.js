const b = () => Buffer.alloc(8);
function t(f) { try { const r = f(); return typeof r === 'string' ? JSON.stringify(r) : String(r); } catch (e) { return e.name + ' ' + e.code + ' ' + e.message; } }
const vals = [undefined, null, -1, 1, 3, 7, 8, 9, 0xffffffff, 0x100000000, 2 ** 53, Infinity, -Infinity, NaN, 1.7, -0.5, '2', 'x', true, {}, []];
const texts = { utf8: 'aä€😀', latin1: 'aäb', ascii: 'aäb', ucs2: 'aä€', hex: '616263646', base64: 'YWJjZA==', base64url: 'YWJjZA' };
for (const e of Object.keys(texts)) {
  for (const v of vals) {
    const x = b(), y = b();
    console.log(e, 'offset', v, t(() => x[e + 'Write'](texts[e], v)), x.toString('hex'));
    console.log(e, 'length', v, t(() => y[e + 'Write'](texts[e], 1, v)), y.toString('hex'));
  }
  const s = Buffer.from('aäb€cdefgh');
  for (const v of vals) {
    console.log(e, 'start', v, t(() => s[e + 'Slice'](v)));
    console.log(e, 'end', v, t(() => s[e + 'Slice'](1, v)));
  }
  for (const v of [undefined, null, 5, {}, Symbol.iterator]) console.log(e, String(v), t(() => b()[e + 'Write'](v)), t(() => b()[e + 'Write'](v, 0, 3)));
  console.log(e, t(() => b()[e + 'Write']()), Buffer.prototype[e+'Write'].length, Buffer.prototype[e+'Write'].name, Buffer.prototype[e+'Slice'].length, Buffer.prototype[e+'Slice'].name);
  console.log(t(() => Buffer.prototype[e + 'Write'].call({}, 'a')), t(() => Buffer.prototype[e + 'Slice'].call([], 1)), t(() => Buffer.prototype[e + 'Write'].call(new Uint8Array(4), texts[e])), t(() => Buffer.prototype[e + 'Slice'].call(new Uint16Array(4), 1)));
}
console.log(Object.getOwnPropertyNames(Buffer.prototype).filter(n => /(Write|Slice)$/.test(n)).sort().join());
