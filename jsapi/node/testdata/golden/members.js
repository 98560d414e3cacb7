// Members of core modules that few programs use.
const util = require('util'), net = require('net'), events = require('events'), stream = require('stream');
function show(n, f) { try { console.log(n, f()); } catch (e) { console.log(n, e.name, e.code, e.message); } }
for (const t of ['text/html; charset=utf-8', ' Application/JSON ;a=b;A=c; q="x\\"y"; bad name=1;e=', 'text/', '/x', 'text', 'te xt/x', 'text/x y', 'a/b;c="d', 'text/plain;x="é"', 'x/y;;a=1;=2']) { show(t, () => { const m = new util.MIMEType(t); return [m.type, m.subtype, m.essence, String(m), JSON.stringify(m), [...m.params].join('|')].join(' # '); }); }
show('set', () => { const m = new util.MIMEType('a/b'); m.type = 'Text'; m.subtype = 'X'; m.params.set('k', 'v w'); m.params.set('z', ''); m.params.delete('q'); return [String(m), m.params.get('k'), m.params.get('none'), m.params.has('z')].join(); });
show('set bad', () => { new util.MIMEType('a/b').type = 'x y'; });
show('set bad2', () => { new util.MIMEType('a/b').params.set('x y', 1); });
show('set bad3', () => { new util.MIMEType('a/b').params.set('x', 'a\u0001'); });
for (const t of ['A=1\nB="two words" # c\n#no\nexport C=x\nD=\'a\\nb\'\nE="a\\nb"\nF=a # b\nG=\nH=`x y`\n I = sp ', 'X=1\r\nY=2', 'L="multi\nline"\nM=1']) { show('env', () => JSON.stringify(util.parseEnv(t))); }
show('env bad', () => util.parseEnv(1));
show('errmap', () => { const m = util.getSystemErrorMap(); return [m.size, m.get(-2), m.get(-3001), m.get(-4095), m.get(-22)].join(); });
const b = new net.BlockList();
show('bl', () => { b.addAddress('123.123.123.123'); b.addRange('10.0.0.1', '10.0.0.10'); b.addSubnet('8592:757c:efae:4e45::', 64, 'ipv6'); b.addSubnet('192.168.0.0', 16); return b.rules; });
for (const [a, f] of [['123.123.123.123'], ['10.0.0.3'], ['10.0.0.11'], ['222.111.111.222'], ['::ffff:7b7b:7b7b', 'ipv6'], ['::ffff:123.123.123.123', 'ipv6'], ['8592:757c:efae:4e45:1::', 'ipv6'], ['192.168.7.1', 'IPv4'], ['xx'], ['1.2.3.4', 'ipv6']]) { show(a, () => b.check(a, f)); }
show('bl bad', () => b.addAddress('x'));
show('bl bad', () => b.addRange('2.2.2.2', '1.1.1.1'));
show('bl bad', () => b.addSubnet('2.2.2.2', 33));
show('bl bad', () => b.addAddress('1.1.1.1', 'ipv9'));
show('sa', () => { const s = new net.SocketAddress({ address: '1.2.3.4', port: 80 }); return JSON.stringify([s.address, s.port, s.family, s.flowlabel, s]); });
show('sa', () => { const s = new net.SocketAddress(); return JSON.stringify([s.address, s.port, s.family]); });
show('sa', () => { const s = new net.SocketAddress({ family: 'ipv6' }); return JSON.stringify([s.address, s.port, s.family]); });
show('sa bad', () => new net.SocketAddress({ address: 'x' }));
show('sa bad', () => new net.SocketAddress({ port: 70000 }));
show('sa bad', () => new net.SocketAddress({ family: 'x' }));
show('auto', () => { net.setDefaultAutoSelectFamilyAttemptTimeout(5); return net.getDefaultAutoSelectFamilyAttemptTimeout(); });
show('marks', () => { const a = [stream.getDefaultHighWaterMark(false), stream.getDefaultHighWaterMark(true)]; stream.setDefaultHighWaterMark(true, 5); const r = new stream.Readable({ objectMode: true }).readableHighWaterMark; stream.setDefaultHighWaterMark(true, 16); return a.concat(r).join(); });
show('marks', () => stream.setDefaultHighWaterMark(true, -1));
show('procs', () => [process.debugPort, Array.isArray(process.moduleLoadList), process.domain, typeof process.availableMemory(), typeof process.constrainedMemory(), process.getBuiltinModule('node:fs') === require('fs'), process.getBuiltinModule('nope'), process.getBuiltinModule('module') === require('module'), process.getActiveResourcesInfo().length >= 0, Object.keys(process.report).join()].join(' '));
show('setsm', () => process.setSourceMapsEnabled('x'));
process.env.MEMBERS_B = 'kept';
require('fs').writeFileSync('members.env', 'MEMBERS_A=1\nMEMBERS_B=never\n');
show('loadenv', () => { process.loadEnvFile('members.env'); return process.env.MEMBERS_A + process.env.MEMBERS_B; });
show('loadenv', () => process.loadEnvFile('none.env'));
show('cap', () => { events.captureRejections = 1; });
show('cap', () => new events({ captureRejections: 1 }));
class E2 extends events { constructor() { super({ captureRejections: true }); } [Symbol.for('nodejs.rejection')](err, ev, ...args) { console.log('rejected', err.message, ev, args.join()); } }
const c1 = new events({ captureRejections: true });
c1.on('error', (e) => console.log('error event', e.message)); c1.on('x', async () => { throw new Error('boom'); }); c1.emit('x');
const c2 = new E2(); c2.on('y', async () => { throw new Error('bang'); }); c2.emit('y', 1, 2);
const { AsyncLocalStorage } = require('async_hooks'), als = new AsyncLocalStorage();
const ear = als.run('inside', () => new events.EventEmitterAsyncResource({ name: 'Q' }));
ear.on('foo', (v) => console.log('ear', als.getStore(), v)); ear.emit('foo', 3);
show('ear', () => typeof ear.asyncId + typeof ear.triggerAsyncId);
show('isip', () => ['::ffff:1.2.3.4', 'fe80::1%eth0', '01.2.3.4', '1.2.3.4', '::', '1.2.3', ''].map(net.isIP).join());
show('vm', () => typeof require('vm').constants.USE_MAIN_CONTEXT_DEFAULT_LOADER);
show('tls', () => require('tls').createSecureContext({}) instanceof require('tls').SecureContext || require('tls').DEFAULT_ECDH_CURVE);
show('task', () => console.createTask('a').run(() => 7));
show('task', () => console.createTask(''));
show('parsers', () => require('http').setMaxIdleHTTPParsers(0));
module.exports = new Promise((done) => setTimeout(done, 1));
