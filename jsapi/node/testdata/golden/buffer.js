const { Buffer: B, kMaxLength } = require('buffer');
console.log(B === Buffer, Buffer.from('héllo €'), Buffer.from('héllo').toString(), Buffer.from('héllo').length, Buffer.byteLength('€uro'));
for (const enc of ['hex', 'base64', 'base64url', 'latin1', 'ascii', 'utf16le', 'ucs2', 'binary', 'utf-8', 'UTF8']) { console.log(enc, Buffer.from('aé€😀').toString(enc), Buffer.from('6162', enc), Buffer.isEncoding(enc), Buffer.byteLength('6162', enc)); }
console.log(Buffer.from('zz61', 'hex'), Buffer.from('616', 'hex'), Buffer.from('YWI', 'base64'), Buffer.from('YW-_==xx', 'base64'), Buffer.from(' Y W I = ', 'base64'));
console.log(Buffer.alloc(4), Buffer.alloc(4, 'ab'), Buffer.alloc(3, 7), Buffer.allocUnsafe(2).length, new Buffer(3).length, new Buffer('x').toString(), Buffer('y').toString());
console.log(Buffer.concat([Buffer.from('a'), Buffer.from('bc')]), Buffer.concat([Buffer.from('abc')], 2), Buffer.concat([]), Buffer.from([256, -1, 1.9, '3']), Buffer.from(Buffer.from('q')), Buffer.from({ type: 'Buffer', data: [1, 2] }), Buffer.from(new String('s')));
const b = Buffer.from('hello world');
console.log(b.slice(0, 5).toString(), b.slice(-5).toString(), b.subarray(2, 4), b.toString('utf8', 6), b.toString('utf8', 0, 3), b.indexOf('o'), b.indexOf('o', 5), b.lastIndexOf('o'), b.indexOf('zz'), b.includes('wor'), b.indexOf(119), b.indexOf(Buffer.from('ld')));
const s = b.slice(0, 3);
s[0] = 72;
console.log(b.toString(), Buffer.compare(Buffer.from('a'), Buffer.from('b')), b.equals(Buffer.from('Hello world')), b.compare(Buffer.from('Hello')), JSON.stringify(Buffer.from('hi')), Buffer.isBuffer(b), Buffer.isBuffer(new Uint8Array(1)));
const w = Buffer.alloc(12);
console.log(w.write('abc', 1), w.write('zz', 10, 'latin1'), w.writeUInt32BE(0xdeadbeef, 4), w.writeInt16LE(-2, 8), w, w.readUInt32BE(4), w.readInt16LE(8), w.readUInt8(1), w.writeDoubleLE(1.5, 0), w.readDoubleLE(0), w.writeFloatBE(0.5, 0), w.readFloatBE(0));
console.log(w.fill(0).fill('xy', 2, 6), w.fill(1, 8), Buffer.alloc(2).fill('é'), b.copy(w, 0, 0, 5), w.toString('latin1', 0, 5), Buffer.from([1, 2, 3, 4]).swap16());
console.log([...Buffer.from('ab')], Object.keys(Buffer.from('ab')), Buffer.from('ab').map(x => x + 1), Buffer.from('ab') instanceof Uint8Array, Buffer.from('abc').reverse().toString());
console.log(Buffer.from([0xe2, 0x82]).toString(), Buffer.from([0xff, 0x41, 0xf0, 0x9f, 0x98]).toString(), Buffer.from('\ud800x').toString('hex'));
for (const f of [() => Buffer.from(5), () => Buffer.from(null), () => Buffer.alloc('5'), () => Buffer.alloc(-1), () => b.toString('nope'), () => Buffer.concat('x'), () => b.readUInt8(100)]) { try { console.log(f()); } catch (e) { console.log(e.name, e.code); } }
console.log(atob('aGk='), btoa('hi'), Buffer.from('a'.repeat(60)), kMaxLength > 1e6);
const dec = new (require('string_decoder').StringDecoder)('utf8');
console.log(dec.write(Buffer.from([0xe2, 0x82])), dec.write(Buffer.from([0xac])), dec.end(Buffer.from([0xe2])));
console.log(new TextDecoder().decode(new TextEncoder().encode('h€')), new TextDecoder('utf-16le').decode(new Uint8Array([104, 0])), new TextDecoder('latin1').encoding);
