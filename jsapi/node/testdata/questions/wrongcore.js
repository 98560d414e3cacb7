// Wrong arguments of os, async_hooks, perf_hooks, string_decoder, path, querystring, tls, net, dns, http and http2.
'use strict';
const { wrong, wrongOptions, ask, print } = require('./wrong.js');
const util = require('util');
{ // os
  const os = require('os');
  wrong('os.getPriority', os.getPriority, [0], 'type', ['one']);
  wrong('os.setPriority', os.setPriority, [99999999, 1], undefined, ['one']);
  wrong('os.userInfo', os.userInfo, [{}], 'type');
  wrongOptions('os.userInfo', os.userInfo, {}, ['encoding'], 'type');
}
{ // async_hooks
  const a = require('async_hooks');
  wrong('AsyncResource()', a.AsyncResource, ['x']);
  wrong('AsyncLocalStorage()', a.AsyncLocalStorage, []);
  wrong('new AsyncResource', (...x) => new a.AsyncResource(...x), ['x', {}], () => {});
  wrongOptions('new AsyncResource', (v) => new a.AsyncResource('x', v), {}, ['triggerAsyncId', 'requireManualDestroy'], () => {});
  wrong('AsyncResource.bind', a.AsyncResource.bind, [() => {}, 'x', 1], 'type');
  wrong('AsyncLocalStorage.bind', a.AsyncLocalStorage.bind, [() => {}], 'type');
  wrong('als.run', (...x) => new a.AsyncLocalStorage().run(...x), [1, () => 5]);
  wrong('als.exit', (...x) => new a.AsyncLocalStorage().exit(...x), [() => 5]);
  wrong('createHook', a.createHook, [{}], () => {});
  wrongOptions('createHook', a.createHook, {}, ['init', 'before', 'after', 'destroy', 'promiseResolve'], () => {});
  wrong('runInAsyncScope', (...x) => new a.AsyncResource('x').runInAsyncScope(...x), [() => 4, null]);
}
{ // perf
  const p = require('perf_hooks');
  wrong('createHistogram', p.createHistogram, [{}], () => {});
  wrongOptions('createHistogram', p.createHistogram, {}, ['lowest', 'highest', 'figures'], () => {});
  wrong('histogram.record', (...x) => p.createHistogram().record(...x), [1]);
  wrong('histogram.add', (...x) => p.createHistogram().add(...x), [p.createHistogram()]);
  wrong('histogram.percentile', (...x) => p.createHistogram().percentile(...x), [50]);
  wrong('histogram.percentileBigInt', (...x) => p.createHistogram().percentileBigInt(...x), [50]);
  wrong('monitorEventLoopDelay', p.monitorEventLoopDelay, [{}], () => {});
  wrongOptions('monitorEventLoopDelay', p.monitorEventLoopDelay, {}, ['resolution'], () => {});
  wrong('performance.mark', (...x) => p.performance.mark(...x), ['a', {}], () => {});
  wrongOptions('performance.mark', (v) => p.performance.mark('a', v), {}, ['startTime', 'detail'], () => {}, ['fn', 'symbol']);
  wrong('performance.mark 2', (...x) => p.performance.mark(...x), ['nodeStart'], () => {});
  wrong('performance.measure', (...x) => p.performance.measure(...x), ['m', 'a', 'a'], () => {});
  wrongOptions('performance.measure', (v) => p.performance.measure('m', v), {}, ['start', 'end', 'duration', 'detail'], () => {}, ['fn', 'symbol']);
  wrongOptions('performance.measure with', (v) => p.performance.measure('m', v), { start: 1, end: 2 }, ['duration'], () => {});
  wrong('PerformanceObserver', (...x) => new p.PerformanceObserver(...x), [() => {}], () => {});
  wrong('PerformanceObserver()', p.PerformanceObserver, [() => {}]);
  wrong('observe', (...x) => { const ob = new p.PerformanceObserver(() => {}); try { return ob.observe(...x); } finally { ob.disconnect(); } }, [{ type: 'mark' }]);
  wrongOptions('observe', (x) => { const ob = new p.PerformanceObserver(() => {}); try { return ob.observe(x); } finally { ob.disconnect(); } }, {}, ['type', 'entryTypes', 'buffered']);
  wrongOptions('observe both', (x) => { const ob = new p.PerformanceObserver(() => {}); try { return ob.observe(x); } finally { ob.disconnect(); } }, { type: 'mark' }, ['entryTypes', 'buffered']);
  wrong('timerify', (...x) => p.performance.timerify(...x), [() => {}, {}], 'type');
  wrongOptions('timerify', (v) => p.performance.timerify(() => {}, v), {}, ['histogram'], 'type');
  wrong('clearMarks', (...x) => p.performance.clearMarks(...x), ['x']);
  wrong('clearMeasures', (...x) => p.performance.clearMeasures(...x), ['x']);
  wrong('getEntriesByName', (...x) => p.performance.getEntriesByName(...x), ['x', 'y']);
  wrong('getEntriesByType', (...x) => p.performance.getEntriesByType(...x), ['x']);
  for (const k of ['PerformanceEntry', 'PerformanceMark', 'PerformanceMeasure', 'PerformanceResourceTiming', 'Performance', 'PerformanceObserverEntryList']) { if (p[k]) { wrong('new ' + k, (...x) => new p[k](...x), ['a', {}], () => {}); } }
  wrong('eventLoopUtilization', (...x) => p.performance.eventLoopUtilization(...x), [{ idle: 0, active: 0 }], 'type');
  wrong('setResourceTimingBufferSize', (...x) => p.performance.setResourceTimingBufferSize(...x), [100]);
}
{ // string_decoder
  const { StringDecoder } = require('string_decoder');
  wrong('new StringDecoder', (...x) => new StringDecoder(...x).encoding, ['utf8']);
  wrong('StringDecoder()', (...x) => StringDecoder(...x), ['utf8']);
  wrong('write', (...x) => new StringDecoder().write(...x), [Buffer.from('a')]);
  wrong('end', (...x) => new StringDecoder().end(...x), [Buffer.from('a')]);
  wrong('text', (...x) => new StringDecoder().text(...x), [Buffer.from('a'), 0]);
  wrong('lastChar', () => { const d = new StringDecoder(); d.write(Buffer.from([0xe2, 0x82])); return [d.lastChar, d.lastNeed, d.lastTotal]; }, []);
}
{ // path
  const path = require('path');
  for (const P of ['posix', 'win32']) { for (const [k, good] of Object.entries({ basename: ['/a/b.c', '.c'], dirname: ['/a'], extname: ['a.b'], format: [{ dir: 'a', base: 'b' }], isAbsolute: ['a'], join: ['a', 'b'], normalize: ['a'], parse: ['a'], relative: ['/a', '/b'], toNamespacedPath: ['/a'] })) { wrong('path.' + P + '.' + k, path[P][k], good, undefined, P === 'win32' && /relative|Namespaced/.test(k) ? ['x', 'empty'] : []); } wrong('path.' + P + '.resolve', path[P].resolve, ['/a', '/b'], 'type');
  wrongOptions('path.' + P + '.format', path[P].format, {}, ['dir', 'root', 'base', 'name', 'ext']); }
}
{ // querystring
  const qs = require('querystring');
  wrong('qs.parse', qs.parse, ['a=b', '&', '=', {}]);
  wrong('qs.stringify', qs.stringify, [{ a: 1 }, '&', '=', {}]);
  wrong('qs.escape', qs.escape, ['a']);
  wrong('qs.unescape', qs.unescape, ['a']);
  wrong('qs.unescapeBuffer', qs.unescapeBuffer, ['a']);
  wrongOptions('qs.parse', (v) => qs.parse('a=b&c=d', null, null, v), {}, ['maxKeys', 'decodeURIComponent']);
  wrongOptions('qs.stringify', (v) => qs.stringify({ a: 'b c' }, null, null, v), {}, ['encodeURIComponent']);
  wrongOptions('qs.stringify', qs.stringify, {}, ['a']);
}
{ // tls
  const tls = require('tls');
  wrong('createSecureContext', tls.createSecureContext, [{}], () => {});
  const opts = ['ca', 'cert', 'key', 'pfx', 'passphrase', 'crl', 'ciphers', 'sigalgs', 'ecdhCurve', 'dhparam', 'minVersion', 'maxVersion', 'secureProtocol', 'secureOptions', 'sessionTimeout', 'ticketKeys', 'sessionIdContext', 'honorCipherOrder', 'clientCertEngine', 'privateKeyEngine', 'privateKeyIdentifier', 'allowPartialTrustChain'];
  wrongOptions('createSecureContext', tls.createSecureContext, {}, opts, () => {});
  for (const [k, v] of [['ciphers', 'no-such'], ['ciphers', 'AES128-SHA'], ['ciphers', 'TLS_AES_128_GCM_SHA256'], ['ciphers', 'ALL:!aNULL'], ['ciphers', 'TLS_AES_999'], ['ecdhCurve', 'nope'], ['ecdhCurve', 'P-256:P-384'], ['ecdhCurve', 'auto'], ['minVersion', 'TLSv1.3'], ['minVersion', 'SSLv3'], ['maxVersion', 'TLSv1'], ['secureProtocol', 'TLSv1_2_method'], ['secureProtocol', 'SSLv2_method'], ['secureProtocol', 'SSLv3_method'], ['secureProtocol', 'SSLv23_method'], ['secureProtocol', 'TLS_method'], ['secureProtocol', 'TLSv1_method'], ['secureProtocol', 'foo'], ['sigalgs', 'rsa_pss_rsae_sha256'], ['sigalgs', 'nope'], ['ticketKeys', Buffer.alloc(48)], ['ticketKeys', Buffer.alloc(47)], ['dhparam', 'auto'], ['key', 'not a key'], ['cert', 'not a cert'], ['ca', 'not a ca'], ['crl', 'not a crl'], ['pfx', Buffer.from('nope')], ['key', ['a', 1]], ['cert', ['a', 1]], ['ca', ['a', {}]], ['key', [{ pem: 'x' }]], ['key', [{ pem: 1 }]], ['key', [{ pem: 'x', passphrase: 1 }]], ['pfx', [{ buf: 'x' }]], ['sessionTimeout', 2 ** 31], ['secureOptions', 2 ** 31]]) { ask('createSecureContext ' + k + ' ' + util.inspect(v), () => tls.createSecureContext({ [k]: v }), () => {}); }
  for (const v of [{ minVersion: 'TLSv1.2', secureProtocol: 'TLS_method' }, { maxVersion: 'TLSv1.2', secureProtocol: 'TLS_method' }, { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.2' }, { privateKeyIdentifier: 'a' }, { privateKeyEngine: 'a' }, { privateKeyIdentifier: 'a', privateKeyEngine: 'b' }, { clientCertEngine: 'x' }]) { ask('createSecureContext ' + util.inspect(v), () => tls.createSecureContext(v), () => {}); }
  const identity = (...x) => { const e = tls.checkServerIdentity(...x); return e && [e.code, e.message, e.reason, e.host]; };
  wrong('checkServerIdentity', identity, ['a.com', { subject: { CN: 'a.com' } }]);
  wrongOptions('checkServerIdentity', (c) => identity('a.com', c), { subject: { CN: 'a.com' } }, ['subject', 'subjectaltname']);
  wrong('getCiphers', () => tls.getCiphers().length > 10, []);
  wrong('convertALPNProtocols', (...x) => { const r = {}; tls.convertALPNProtocols(...x, r); return r; }, [['h2']]);
  wrong('tls.createServer', (...x) => tls.createServer(...x), [{}, () => {}], () => {});
  wrongOptions('tls.createServer', (v) => tls.createServer(v), {}, ['ALPNProtocols', 'ALPNCallback', 'SNICallback', 'handshakeTimeout', 'sessionTimeout', 'ticketKeys', 'requestCert', 'rejectUnauthorized', 'pskCallback', 'pskIdentityHint', 'minVersion', 'ciphers', 'sessionIdContext'], () => {});
  wrong('server.setSecureContext', (...x) => tls.createServer().setSecureContext(...x), [{}]);
  wrong('server.addContext', (...x) => tls.createServer().addContext(...x), ['a', {}]);
  wrong('server.setTicketKeys', (...x) => tls.createServer().setTicketKeys(...x), [Buffer.alloc(48)]);
  wrong('server.getTicketKeys', () => tls.createServer().getTicketKeys().length, []);
  wrong('new TLSSocket', (...x) => new tls.TLSSocket(...x), [undefined, {}], (v) => v && v.destroy && v.destroy(), ['fn', 'one']);
}
{ // net
  const net = require('net');
  for (const k of ['isIP', 'isIPv4', 'isIPv6']) { wrong('net.' + k, net[k], ['1.1.1.1']); }
  wrong('BlockList.addAddress', (...x) => new net.BlockList().addAddress(...x), ['1.1.1.1', 'ipv4']);
  wrong('BlockList.addRange', (...x) => new net.BlockList().addRange(...x), ['1.1.1.1', '1.1.1.2', 'ipv4']);
  wrong('BlockList.addSubnet', (...x) => new net.BlockList().addSubnet(...x), ['1.1.1.1', 8, 'ipv4']);
  wrong('BlockList.check', (...x) => new net.BlockList().check(...x), ['1.1.1.1', 'ipv4']);
  wrong('new SocketAddress', (...x) => new net.SocketAddress(...x).address, [{}]);
  wrongOptions('new SocketAddress', (v) => new net.SocketAddress(v).address, {}, ['address', 'port', 'family', 'flowlabel']);
  wrong('new net.Socket', (...x) => new net.Socket(...x), [{}], () => {}, ['one']);
  wrongOptions('new net.Socket', (v) => new net.Socket(v), {}, ['allowHalfOpen', 'readable', 'writable', 'signal', 'onread', 'highWaterMark'], () => {}, ['one', 'minus', 'half', 'big', 'NaN']);
  wrong('socket.setTimeout', (...x) => new net.Socket().setTimeout(...x), [10, () => {}], () => {});
  wrong('socket.setNoDelay', (...x) => new net.Socket().setNoDelay(...x), [true], () => {});
  wrong('socket.setKeepAlive', (...x) => new net.Socket().setKeepAlive(...x), [true, 1], () => {});
  wrong('socket.write', (...x) => { const s = new net.Socket(); s.on('error', () => {}); return s.write(...x); }, ['a', 'utf8', () => {}]);
  wrong('socket.setEncoding', (...x) => new net.Socket().setEncoding(...x), ['utf8'], () => {});
  const conn = (v) => { if (v && v.on) { v.on('error', () => {}); v.destroy(); } };
  wrong('net.connect', (...x) => net.connect(...x), [1, '127.0.0.1', () => {}], conn);
  wrongOptions('net.connect', (v) => net.connect(v), { host: '127.0.0.1', port: 1 }, ['port', 'host', 'path', 'localAddress', 'localPort', 'family', 'lookup', 'hints', 'timeout', 'noDelay', 'keepAlive', 'autoSelectFamily', 'autoSelectFamilyAttemptTimeout'], conn);
  wrong('net.createServer', (...x) => net.createServer(...x), [{}, () => {}], () => {});
  wrongOptions('net.createServer', (v) => net.createServer(v), {}, ['allowHalfOpen', 'pauseOnConnect', 'noDelay', 'keepAlive', 'highWaterMark'], () => {});
  const sv = (v) => v && v.close && v.close();
  wrong('server.listen', (...x) => { const s = net.createServer(); s.on('error', () => {}); return s.listen(...x); }, [{ port: 0, host: '127.0.0.1' }], sv, ['x', 'undefined', 'null', 'one', 'empty', 'fn']);
  wrongOptions('server.listen', (v) => { const s = net.createServer(); s.on('error', () => {}); return s.listen(v); }, { host: '127.0.0.1' }, ['port', 'backlog', 'exclusive', 'fd', 'signal'], sv, ['one', 'fn']);
  wrong('setDefaultAutoSelectFamily', (...x) => { const b = net.getDefaultAutoSelectFamily(); try { return net.setDefaultAutoSelectFamily(...x); } finally { net.setDefaultAutoSelectFamily(b); } }, [true]);
  wrong('setDefaultAutoSelectFamilyAttemptTimeout', (...x) => { const b = net.getDefaultAutoSelectFamilyAttemptTimeout(); try { return net.setDefaultAutoSelectFamilyAttemptTimeout(...x); } finally { net.setDefaultAutoSelectFamilyAttemptTimeout(b); } }, [10]);
}
{ // dns
  const dns = require('dns');
  wrong('dns.lookup', (...x) => dns.lookup(...x), ['127.0.0.1', {}, () => {}], 'type', ['x']);
  wrongOptions('dns.lookup', (v) => dns.lookup('127.0.0.1', v, () => {}), {}, ['family', 'hints', 'all', 'verbatim', 'order'], 'type');
  wrong('dns.lookupService', (...x) => dns.lookupService(...x), ['127.0.0.1', 22, () => {}], 'type', ['x']);
  wrong('dns.setServers', (...x) => { const b = dns.getServers(); try { return dns.setServers(...x); } finally { dns.setServers(b); } }, [['127.0.0.1']]);
  wrongOptions('setServers item', (v) => { const r = new dns.Resolver(); r.setServers([v.a]); return r.getServers(); }, {}, ['a']);
  for (const s of ['127.0.0.1:53', '[::1]', '[::1]:5', '::1', 'a.b', '1.1.1.1:x', '1.1.1.1:99999', '[::1']) { ask('setServers ' + s, () => { const r = new dns.Resolver(); r.setServers([s]); return r.getServers(); }); }
  wrong('new Resolver', (...x) => new dns.Resolver(...x), [{}], () => {});
  wrongOptions('new Resolver', (v) => new dns.Resolver(v), {}, ['timeout', 'tries', 'maxTimeout'], () => {});
  wrong('setLocalAddress', (...x) => new dns.Resolver().setLocalAddress(...x), ['127.0.0.1', '::1']);
  wrong('setDefaultResultOrder', (...x) => { const b = dns.getDefaultResultOrder(); try { return dns.setDefaultResultOrder(...x); } finally { dns.setDefaultResultOrder(b); } }, ['verbatim']);
  for (const k of ['resolve4', 'resolveMx', 'reverse', 'resolve']) { wrong('dns.' + k, (...x) => { const r = new dns.Resolver(); r.setServers(['127.0.0.1:9']); const w = r[k](...x); r.cancel(); return w; }, ['127.0.0.1', () => {}], 'type'); } wrong('dns.resolve rr', (...x) => { const r = new dns.Resolver(); r.setServers(['127.0.0.1:9']); const w = r.resolve('a.b', ...x); r.cancel(); return w; }, ['A', () => {}], 'type');
}
{ // http
  const http = require('http');
  wrong('validateHeaderName', http.validateHeaderName, ['a', 'b']);
  wrong('validateHeaderValue', http.validateHeaderValue, ['a', 'b']);
  wrong('setMaxIdleHTTPParsers', http.setMaxIdleHTTPParsers, [10]);
  wrong('new Agent', (...x) => new http.Agent(...x), [{}], () => {});
  wrongOptions('new Agent', (v) => new http.Agent(v), {}, ['keepAlive', 'maxSockets', 'maxTotalSockets', 'maxFreeSockets', 'timeout', 'scheduling', 'noDelay', 'keepAliveMsecs'], () => {});
  const end = (v) => { if (v && v.on) { v.on('error', () => {}); v.destroy(); } };
  wrong('http.request', (...x) => http.request(...x), ['http://127.0.0.1:9', {}, () => {}], end, ['one', 'minus', 'half', 'NaN', 'big']);
  wrongOptions('http.request', (v) => http.request(v), { host: '127.0.0.1', port: 9 }, ['agent', 'protocol', 'host', 'hostname', 'port', 'method', 'path', 'headers', 'timeout', 'auth', 'setHost', 'insecureHTTPParser', 'maxHeaderSize', 'socketPath', 'localAddress', 'family', 'signal', 'joinDuplicateHeaders', 'createConnection', 'defaultPort', 'uniqueHeaders', 'lookup'], end);
  wrong('createServer', (...x) => http.createServer(...x), [{}, () => {}], () => {});
  wrongOptions('createServer', (v) => http.createServer(v), {}, ['connectionsCheckingInterval', 'headersTimeout', 'highWaterMark', 'insecureHTTPParser', 'joinDuplicateHeaders', 'keepAlive', 'keepAliveTimeout', 'maxHeaderSize', 'noDelay', 'requestTimeout', 'requireHostHeader', 'uniqueHeaders', 'IncomingMessage', 'ServerResponse', 'rejectNonStandardBodyWrites'], () => {});
  const res = () => new http.ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1, headers: {} }); const all = { setHeader: ['a', 'b'], getHeader: ['a'], hasHeader: ['a'], removeHeader: ['a'], appendHeader: ['a', 'b'], setHeaders: [new Map()], writeHead: [200, 'OK', {}], write: ['a', 'utf8', () => {}], end: ['a', 'utf8', () => {}], addTrailers: [{}], setTimeout: [1, () => {}], writeEarlyHints: [{ link: '<a>; rel=preload' }], writeContinue: [() => {}], flushHeaders: [] };
  for (const k of Object.keys(all)) { wrong('res.' + k, (...x) => { const r = res(); r.on('error', () => {}); return r[k](...x); }, all[k], () => {}); }
  wrong('new ServerResponse', (...x) => new http.ServerResponse(...x), [{ method: 'GET' }, {}], () => {});
  wrong('new OutgoingMessage', (...x) => new http.OutgoingMessage(...x), [{}], () => {});
  wrong('new IncomingMessage', (...x) => new http.IncomingMessage(...x), [{}], () => {});
  for (const k of ['setHeader', 'setNoDelay', 'setSocketKeepAlive', 'setTimeout', 'write', 'end']) { wrong('req.' + k, (...x) => { const r = http.request({ host: '127.0.0.1', port: 9 }); r.on('error', () => {}); try { return r[k](...x); } finally { r.destroy(); } }, { setHeader: ['a', 'b'], setNoDelay: [true], setSocketKeepAlive: [true, 1], setTimeout: [1, () => {}], write: ['a', 'utf8'], end: ['a', 'utf8'] }[k], () => {}); }
  for (const k of ['setTimeout']) { wrong('server.' + k, (...x) => http.createServer()[k](...x), [1, () => {}], () => {}); } wrong('statusCode', (v) => { const r = res(); r.statusCode = v; r.writeHead(v); return r.statusCode; }, [200]);
  wrong('statusMessage', (v) => { const r = res(); r.writeHead(200, v); return r.statusMessage; }, ['a']);
}
{ // http2
  const h = require('http2');
  wrong('getPackedSettings', h.getPackedSettings, [{}]);
  wrongOptions('getPackedSettings', h.getPackedSettings, {}, ['headerTableSize', 'enablePush', 'initialWindowSize', 'maxFrameSize', 'maxConcurrentStreams', 'maxHeaderListSize', 'enableConnectProtocol', 'customSettings']);
  wrong('getUnpackedSettings', h.getUnpackedSettings, [Buffer.from([0, 1, 0, 0, 0, 1])]);
  wrong('h2.createServer', (...x) => h.createServer(...x), [{}, () => {}], () => {});
  wrongOptions('h2.createServer', (v) => h.createServer(v), {}, ['maxSessionInvalidFrames', 'maxSessionRejectedStreams', 'settings', 'unknownProtocolTimeout', 'paddingStrategy', 'peerMaxConcurrentStreams', 'Http1IncomingMessage'], () => {});
  wrong('h2.createSecureServer', (...x) => h.createSecureServer(...x), [{}, () => {}], () => {});
  wrong('h2.connect', (...x) => h.connect(...x), ['http://127.0.0.1:9', {}, () => {}], (v) => { if (v && v.on) { v.on('error', () => {}); v.destroy(); } }, ['date', 'object', 'array', 'fn', 'buffer']);
}
module.exports = print();
