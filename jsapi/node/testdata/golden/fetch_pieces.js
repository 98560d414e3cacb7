// The pieces of a body that is iterated are bytes, whatever the iterator gives.
const stream = require('stream');
const http = require('http');
const tried = async (f) => { try { return await f(); } catch (e) { return e.name; } };
async function* generated(list) { yield* list; }
async function* passed(body) { yield* body; }
const lists = [['a', 'bé'], [Buffer.from('x'), 'y'], [new Uint8Array([65, 66])], [[67, 68]], [new Uint16Array([321])], [new ArrayBuffer(2)], [1], [{}], [false]];
module.exports = (async () => {
  for (const list of lists) {
    for (const source of [(l) => stream.Readable.from(l), generated]) {
      const pieces = async (body) => { const out = []; for await (const piece of body) { out.push(piece); } return out; };
      console.log(source === generated, list, await tried(() => pieces(new Response(source(list)).body)), await tried(() => pieces(passed(new Response(source(list)).body))),
        await tried(() => new Response(source(list)).text()), await tried(async () => (await new Response(source(list)).blob()).size));
    }
  }
  const server = http.createServer((req, res) => req.pipe(res));
  await new Promise((resolve) => { server.listen(0, resolve); });
  const url = 'http://localhost:' + server.address().port;
  const body = () => new Request(url, { method: 'POST', body: stream.Readable.from(['one', 'two', 'three']), duplex: 'half' }).body;
  const counted = (from) => {
    const iterator = passed(from);
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) { controller.close(); } else { console.log('sends', value.byteLength); controller.enqueue(new Uint8Array(value)); }
      }
    }, { highWaterMark: 2 });
  };
  for (const headers of [{}, { 'content-length': '11' }]) {
    console.log(await (await fetch(url, { method: 'POST', headers, body: body(), duplex: 'half' })).text());
    console.log(await (await fetch(new Request(url, { method: 'POST', headers, body: counted(body()), duplex: 'half' }))).text());
    console.log(await (await fetch(url, { method: 'POST', headers, body: stream.Readable.from([[111, 110, 101], 'two', 'three']), duplex: 'half' })).text());
  }
  const pairs = stream.Readable.from(['a', {}]);
  console.log([...(await stream.Readable.toWeb(pairs).getReader().read()).value]);
  server.closeAllConnections();
  server.close();
})();
