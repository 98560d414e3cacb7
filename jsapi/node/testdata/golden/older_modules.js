// Modules that Node keeps for packages which require its parts.
const names = ['_http_agent', '_http_client', '_http_common', '_http_incoming', '_http_outgoing', '_http_server', '_stream_duplex', '_stream_passthrough', '_stream_readable', '_stream_transform', '_stream_writable', '_tls_common', '_tls_wrap'];
const http = require('http'), stream = require('stream'), tls = require('tls'), known = { ...http, ...stream, ...tls };
for (const name of names) {
  const m = require(name);
  console.log(name, typeof m, require('module').builtinModules.includes(name), require('node:' + name) === m);
  if (typeof m === 'function') { console.log(Object.keys(stream).filter((k) => stream[k] === m)); continue; }
  console.log(Object.keys(m).filter((k) => known[k] !== undefined && known[k] === m[k]).sort());
}
const common = require('_http_common');
for (const v of ['a', 'a b', '', 'é', 'x-y', 5]) { console.log(v, common._checkIsHttpToken(v), common._checkInvalidHeaderChar(v)); }
console.log(common._checkInvalidHeaderChar('\u0001'), common._checkInvalidHeaderChar('\u0100'), common.chunkExpression.test('gzip, chunked'), common.continueExpression.test('100-continue'), JSON.stringify(common.CRLF), common.methods.includes('GET'));
