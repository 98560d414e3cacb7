// streamconsumers: functions that read a whole stream.
async function each(s, fn) {
  var it = require('streamiterate').begin(s);
  for (;;) {
    var r = await it.next();
    if (r.done) { return; }
    fn(r.value);
  }
}
async function blob(s) {
  var list = [];
  await each(s, function (c) { list.push(c); });
  return new Blob(list);
}
async function whole(s) {
  var list = [];
  await each(s, function (c) { list.push(typeof c === 'string' ? Buffer.from(c) : c); });
  return Buffer.concat(list);
}
async function text(s) {
  var decoder = new TextDecoder(), out = '';
  await each(s, function (c) { out += typeof c === 'string' ? c : decoder.decode(c, { stream: true }); });
  return out + decoder.decode();
}
module.exports = {
  arrayBuffer: async function arrayBuffer(s) {
    var b = await whole(s);
    return b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength);
  },
  blob: blob,
  buffer: whole,
  json: async function json(s) { return JSON.parse(await text(s)); },
  text: text
};
