const QR = require('qrcode');
assert.strictEqual(QR.create('hello').modules.size, 21);
assert.ok((await QR.toString('hello', { type: 'svg' })).startsWith('<svg'));
const url = await QR.toDataURL('hello');
assert.ok(url.startsWith('data:image/png;base64,iVBOR'));
const png = Buffer.from(url.split(',')[1], 'base64');
assert.deepStrictEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [116, 116]);
