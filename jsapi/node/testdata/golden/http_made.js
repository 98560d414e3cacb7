// Messages that packages make themselves, as nock and light-my-request do.
const http = require('http'), net = require('net'), util = require('util');
const print = (...a) => console.log(...a);
module.exports = (async () => {
  const res = new http.IncomingMessage(new net.Socket());
  const read = new Promise((resolve) => { let t = ''; res.on('data', (d) => { t += d; }).on('end', () => resolve(t)); });
  setTimeout(() => { res.push('a'); res.push('b'); setTimeout(() => { res.complete = true; res.push(null); }, 1); }, 1);
  print(await read);

  function Made() { http.OutgoingMessage.call(this); }
  util.inherits(Made, http.ClientRequest);
  const bare = new Made();
  bare.on('error', (e) => print('error', e.message)).on('close', () => print('close'));
  print(bare.destroy(new Error('x')) === bare, bare.destroyed);
  const held = new Made(), calls = [];
  held.socket = { destroy(e) { calls.push(['socket', e && e.message]); } };
  held.res = { _dump() { calls.push(['dump']); } };
  held.on('abort', () => print('abort'));
  held.abort();
  held.destroy(new Error('again'));
  print(held.aborted, held.destroyed, calls);
  await new Promise((resolve) => setTimeout(resolve, 5));

  const wrap = process.binding('stream_wrap'), parser = process.binding('http_parser'), uv = process.binding('uv');
  print(wrap.streamBaseState.length, wrap.streamBaseState.constructor.name, [wrap.kReadBytesOrError, wrap.kArrayBufferOffset, wrap.kBytesWritten, wrap.kLastWriteWasAsync]);
  print(typeof parser.HTTPParser, ['REQUEST', 'RESPONSE', 'kOnHeaders', 'kOnHeadersComplete', 'kOnBody', 'kOnMessageComplete', 'kOnExecute'].map((k) => parser.HTTPParser[k]), parser.methods.includes('GET'));
  print(uv.UV_EOF, uv.UV_ECONNRESET, uv.errname(uv.UV_ECANCELED), uv.getErrorMap().get(uv.UV_EOF));
  print(process.binding('util').isDate(new Date()), typeof process.binding('tty_wrap').isTTY, process.binding('config').hasOpenSSL);
})();
