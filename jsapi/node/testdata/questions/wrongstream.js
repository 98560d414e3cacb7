// What the modules of streams, and those that read and write, say of wrong arguments: readline,
// stream, zlib, diagnostics_channel, cluster, punycode, dgram, tty, domain and console.
'use strict';
const { wrong, wrongOptions, print, kinds } = require('./wrong.js');
// nothing closes no result: the answer has its class only.
const nothing = () => {};
const close = (v) => v.close();
const others = (...good) => kinds.filter((kind) => !good.includes(kind));

{ // readline
  const rl = require('readline'), promises = require('readline/promises'), { PassThrough } = require('stream');
  // using calls a method of an interface that it closes.
  const using = (k) => (...x) => {
    const i = rl.createInterface({ input: new PassThrough(), output: new PassThrough() });
    try { return k === 'setPrompt' ? [i[k](...x), i.getPrompt()] : i[k](...x); } finally { i.close(); }
  };
  wrong('createInterface', (...x) => rl.createInterface(...x), [new PassThrough()], close);
  wrongOptions('createInterface', (v) => rl.createInterface(v), { input: new PassThrough() }, ['input', 'output', 'completer', 'terminal', 'history', 'historySize', 'removeHistoryDuplicates', 'prompt', 'crlfDelay', 'escapeCodeTimeout', 'tabSize', 'signal'], close);
  for (const [k, good] of Object.entries({ cursorTo: [1, 1, nothing], moveCursor: [1, 1, nothing], clearLine: [0, nothing], clearScreenDown: [nothing] })) {
    wrong('readline.' + k, (...x) => {
      const p = new PassThrough(), r = rl[k](p, ...x);
      return [r, String(p.read())];
    }, good);
    wrong('readline.' + k + ' stream', (...x) => rl[k](...x), [null, ...good]);
  }
  for (const [k, good] of Object.entries({ question: ['a', {}, nothing], setPrompt: ['a'], write: ['a', {}], prompt: [true] })) { wrong('interface.' + k, using(k), good); }
  wrong('emitKeypressEvents', (...x) => rl.emitKeypressEvents(...x), [new PassThrough()], undefined, ['object', 'array', 'fn', 'date', 'buffer']); // which would keep it
  wrong('new Readline', (...x) => new promises.Readline(...x), [new PassThrough(), {}], nothing);
  for (const [k, good] of Object.entries({ clearLine: [1], cursorTo: [1, 1], moveCursor: [1, 1] })) {
    wrong('Readline.' + k, (...x) => new promises.Readline(new PassThrough())[k](...x), good, nothing);
  }
  wrongOptions('new Readline', (v) => new promises.Readline(new PassThrough(), v), {}, ['autoCommit'], nothing);
}

{ // stream
  const s = require('stream');
  const R = () => new s.Readable({ read() {} }).on('error', nothing);
  const W = () => new s.Writable({ write(a, b, done) { done(); } }).on('error', nothing);
  const options = [
    'highWaterMark', 'encoding', 'defaultEncoding', 'objectMode', 'read', 'write', 'writev', 'final', 'destroy', 'construct', 'transform', 'flush', 'signal', 'autoDestroy', 'emitClose', 'decodeStrings',
    'readableHighWaterMark', 'writableHighWaterMark', 'allowHalfOpen',
  ];
  for (const K of ['Readable', 'Writable', 'Duplex', 'Transform', 'PassThrough']) {
    wrong('new ' + K, (...x) => new s[K](...x), [{}], nothing);
    wrongOptions('new ' + K, (v) => new s[K](v), {}, options, nothing);
    wrong(K + '()', (...x) => s[K](...x), [{}], nothing);
  }
  const readable = {
    push: ['a', 'utf8'], unshift: ['a', 'utf8'], read: [1], setEncoding: ['utf8'], pipe: [W(), {}], unpipe: [W()], wrap: [R()], destroy: [], map: [nothing, {}], filter: [nothing, {}], forEach: [nothing, {}],
    flatMap: [nothing, {}], take: [1, {}], drop: [1, {}], reduce: [nothing, 1, {}], toArray: [{}], some: [nothing], every: [nothing], find: [nothing], asIndexedPairs: [{}], compose: [W()], iterator: [{}],
  };
  for (const [k, good] of Object.entries(readable)) { wrong('readable.' + k, (...x) => R()[k](...x), good, 'type'); }
  for (const [k, good] of Object.entries({ write: ['a', 'utf8', nothing], end: ['a', 'utf8', nothing], setDefaultEncoding: ['utf8'] })) { wrong('writable.' + k, (...x) => W()[k](...x), good, 'type'); }
  wrong('pipeline', (...x) => s.pipeline(...x), [R(), W(), nothing], 'type');
  wrong('finished', (...x) => s.finished(...x), [R(), {}, nothing], 'type');
  wrong('compose', (...x) => s.compose(...x, s.PassThrough()).on('error', nothing), [R()], 'type');
  wrong('compose after', (...x) => s.compose(R(), ...x).on('error', nothing), [s.PassThrough()], 'type');
  wrong('Readable.from', (...x) => s.Readable.from(...x), [[1], {}], 'type');
  wrong('Duplex.from', (...x) => s.Duplex.from(...x), [R()], 'type');
  wrong('addAbortSignal', (...x) => s.addAbortSignal(...x), [AbortSignal.abort(), R()], 'type');
  wrong('setDefaultHighWaterMark', (...x) => {
    const before = s.getDefaultHighWaterMark(false);
    try { return s.setDefaultHighWaterMark(...x); } finally { s.setDefaultHighWaterMark(false, before); }
  }, [false, 10]);
  wrong('getDefaultHighWaterMark', s.getDefaultHighWaterMark, [false]);
  for (const k of ['isErrored', 'isReadable', 'isDisturbed']) { wrong('stream.' + k, s[k], [R()]); }
  wrong('Readable.toWeb', (...x) => s.Readable.toWeb(...x), [R()], 'type');
  wrong('Writable.toWeb', (...x) => s.Writable.toWeb(...x), [W()], 'type');
  wrong('Readable.fromWeb', (...x) => s.Readable.fromWeb(...x), [new ReadableStream(), {}], 'type');
  wrong('Writable.fromWeb', (...x) => s.Writable.fromWeb(...x), [new WritableStream(), {}], 'type');
  wrong('pipeline promise', (...x) => require('stream/promises').pipeline(...x), [R(), W()], 'type');
}

{ // zlib. What Node calls later, though it is no function, is none of these questions.
  const z = require('zlib');
  for (const k of ['createGzip', 'createInflate', 'createBrotliCompress']) {
    wrong('zlib.' + k, (...x) => z[k](...x), [{}], nothing);
    wrongOptions('zlib.' + k, z[k], {}, ['chunkSize', 'flush', 'finishFlush', 'windowBits', 'level', 'memLevel', 'strategy', 'dictionary', 'maxOutputLength', 'params', 'info'], nothing);
  }
  for (const k of ['gzipSync', 'deflateRawSync', 'inflateSync', 'gunzipSync', 'unzipSync', 'brotliCompressSync', 'brotliDecompressSync']) { wrong('zlib.' + k, (...x) => z[k](...x), [Buffer.from('a'), {}], 'type'); }
  for (const k of ['gzip', 'inflate', 'brotliCompress']) { wrong('zlib.' + k, (...x) => z[k](...x), [Buffer.from('a'), {}, nothing], 'type'); }
  wrong('zlib.crc32', z.crc32, ['a', 0]);
  wrong('Gzip()', z.Gzip, [{}], nothing);
  wrong('gzip.flush', (...x) => z.createGzip().flush(...x), [1, nothing], nothing);
  wrong('deflate.params', (...x) => z.createDeflate().params(...x, nothing), [1, 1], nothing);
  wrong('deflate.close', (...x) => z.createDeflate().close(...x), [nothing], nothing, others('fn', 'undefined', 'null', 'no', 'empty'));
}

{ // diagnostics_channel
  const d = require('diagnostics_channel');
  wrong('channel', d.channel, ['a'], nothing);
  wrong('subscribe', d.subscribe, ['a', nothing]);
  wrong('unsubscribe', d.unsubscribe, ['a', nothing]);
  wrong('hasSubscribers', d.hasSubscribers, ['a']);
  wrong('tracingChannel', (...x) => d.tracingChannel(...x), ['a'], nothing);
  wrong('channel.subscribe', (...x) => d.channel('b').subscribe(...x), [nothing]);
  wrong('channel.bindStore', (...x) => d.channel('b').bindStore(...x), [new (require('async_hooks').AsyncLocalStorage)(), nothing], 'type', kinds);
  wrong('tracing.subscribe', (...x) => d.tracingChannel('c').subscribe(...x), [{}], 'type');
  wrong('traceSync', (...x) => d.tracingChannel('c').traceSync(() => 1, ...x), [{}, null, 1], 'type');
  wrong('traceCallback', (...x) => d.tracingChannel('c').traceCallback((f) => f(), ...x), [0, {}, null, nothing], 'type');
}

{ // cluster, punycode, domain, console
  const punycode = require('punycode'), domain = require('domain'), { Console } = require('console');
  wrong('setupPrimary', (...x) => require('cluster').setupPrimary(...x), [{}], 'type');
  for (const k of ['decode', 'encode', 'toASCII', 'toUnicode']) { wrong('punycode.' + k, punycode[k], ['a']); }
  wrong('ucs2.encode', punycode.ucs2.encode, [[97]]);
  wrong('ucs2.decode', punycode.ucs2.decode, ['a']);
  wrong('domain.create', domain.create, [], nothing);
  wrong('domain.bind', (...x) => domain.create().bind(...x), [nothing], 'type');
  wrong('new Console', (...x) => new Console(...x), [process.stdout], nothing);
  wrongOptions('new Console', (v) => new Console(v), { stdout: process.stdout }, ['stdout', 'stderr', 'ignoreErrors', 'colorMode', 'inspectOptions', 'groupIndentation'], nothing);
}

{ // dgram. Node takes any listener of connect and fails later.
  const dgram = require('dgram');
  const methods = {
    setTTL: [1], setBroadcast: [true], setMulticastTTL: [1], setMulticastLoopback: [true], setMulticastInterface: ['0.0.0.0'], addMembership: ['224.0.0.1', '0.0.0.0'], dropMembership: ['224.0.0.1'],
    connect: [9, '127.0.0.1'], send: [Buffer.from('a'), 0, 1, 9, '127.0.0.1', nothing], setRecvBufferSize: [1000], setSendBufferSize: [1000], getRecvBufferSize: [], remoteAddress: [], address: [], disconnect: [],
    addSourceSpecificMembership: ['127.0.0.1', '224.0.0.1'],
  };
  wrong('createSocket', (...x) => dgram.createSocket(...x), ['udp4', nothing], close);
  wrongOptions('createSocket', (v) => dgram.createSocket(v), { type: 'udp4' }, ['type', 'reuseAddr', 'ipv6Only', 'recvBufferSize', 'sendBufferSize', 'lookup', 'signal'], close);
  for (const [k, good] of Object.entries(methods)) {
    wrong('dgram.' + k, (...x) => {
      const s = dgram.createSocket('udp4').on('error', nothing);
      try { return s[k](...x); } finally { s.close(); }
    }, good, nothing, ['x']);
  }
}

{ // tty
  const tty = require('tty');
  wrong('isatty', tty.isatty, [99]);
  wrong('new ReadStream', (...x) => new tty.ReadStream(...x), [-1], nothing, ['one', 'no', 'x', 'half']);
  const { hasColors, getColorDepth } = tty.WriteStream.prototype;
  const terminal = { getColorDepth: (env = { TERM: 'xterm' }) => getColorDepth(env) };
  wrong('hasColors', (...x) => hasColors.call(terminal, ...x), [16, { TERM: 'xterm' }]);
  for (const TERM of ['', 'dumb', 'xterm', 'xterm-256color', 'linux', 'vt100', 'vt52', 'mosh', 'rxvt-unicode-24bit', 'Eterm', 'con80x25']) { wrong('getColorDepth ' + TERM, (v) => getColorDepth({ TERM, ...v }), [{}]); }
  for (const k of ['FORCE_COLOR', 'NO_COLOR', 'TMUX', 'CI', 'TEAMCITY_VERSION', 'TERM_PROGRAM', 'COLORTERM']) { wrongOptions('getColorDepth', getColorDepth, { TERM: 'xterm' }, [k]); }
}
module.exports = print();
