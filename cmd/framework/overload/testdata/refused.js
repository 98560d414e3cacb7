// Sends a body of 10 MB, written before an answer is looked at, with Node's http
// client and with fetch, and prints what each reads: client, framing, status, type.
const http = require('http');
const { Readable } = require('stream');
const url = process.argv[2];
const body = '{"title":"' + 'x'.repeat(10 << 20) + '"}';
const headers = { 'content-type': 'application/json' };
const parts = () => { const all = []; for (let i = 0; i < body.length; i += 65536) { all.push(body.slice(i, i + 65536)); } return all; };

function viaHTTP(chunked, agent) {
  return new Promise((resolve, reject) => {
    const length = chunked ? {} : { 'content-length': Buffer.byteLength(body) };
    const req = http.request(url, { method: 'POST', headers: Object.assign({}, headers, length), agent }, (res) => {
      let text = '';
      res.on('data', (part) => { text += part; }).on('error', reject);
      res.on('end', () => resolve(res.statusCode + ' ' + (text === '' ? 'empty' : 'text')));
    });
    req.on('error', reject);
    if (chunked) { parts().forEach((part) => req.write(part)); req.end(); } else { req.end(body); }
  });
}

async function viaFetch(chunked) {
  const sent = chunked ? { body: Readable.toWeb(Readable.from(parts().map(Buffer.from))), duplex: 'half' } : { body };
  const res = await fetch(url, Object.assign({ method: 'POST', headers }, sent));
  const text = await res.text();
  return res.status + ' ' + (text === '' ? 'empty' : 'text');
}

async function main() {
  const alive = new http.Agent({ keepAlive: true });
  for (const chunked of [false, true]) {
    const framing = chunked ? 'chunked' : 'length';
    for (const [name, ask] of [['http', () => viaHTTP(chunked)], ['http keep-alive', () => viaHTTP(chunked, alive)], ['fetch', () => viaFetch(chunked)]]) {
      console.log(name + ', ' + framing + ': ' + await ask().catch((err) => 'failed: ' + (err.cause || err)));
    }
  }
  alive.destroy();
}
main();
