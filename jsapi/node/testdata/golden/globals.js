console.log(typeof process, typeof Buffer, typeof URL, typeof structuredClone, typeof queueMicrotask, typeof AbortController, typeof TextEncoder, typeof performance.now(), global === globalThis, typeof atob);
console.log(process.platform, process.version.slice(0, 3), typeof process.pid, process.argv.length, Array.isArray(process.hrtime()), typeof process.uptime(), process.cwd() === __dirname, typeof process.memoryUsage().rss, process.env.NOPE, 'NOPE' in process.env, typeof process.hrtime.bigint(), process.execArgv);
process.env.NUM = 5;
console.log(typeof process.env.NUM, delete process.env.NUM, process.env.NUM);
console.log(JSON.parse('{"a":[1,2.5,-0,1e3,"x\\u00e9\\n",true,null],"__proto__":{"b":1},"a2":{}}'), JSON.parse(' 5 '), JSON.parse('"\\ud83d\\ude00"'), Object.keys(JSON.parse('{"b":1,"a":2,"1":3,"b":4}')), JSON.parse('[1,2]', (k, v) => Array.isArray(v) ? v : v * 2));
for (const bad of ['', '{', '{a:1}', '[1,]', '01', 'nul', '{"a":1}x', "'a'", undefined]) { try { JSON.parse(bad); console.log('parsed', bad); } catch (e) { console.log(e.name); } }
console.log({}.__proto__ === Object.prototype, JSON.parse('{"__proto__":1}').hasOwnProperty('__proto__'), JSON.parse.name, JSON.parse.length);
const e = {};
Error.captureStackTrace(e);
console.log(typeof e.stack, /at /.test(e.stack));
class Mine extends Error { constructor(m) { super(m); this.name = 'Mine'; Error.captureStackTrace(this, Mine); } }
const m = new Mine('hey');
console.log(m.stack.split('\n')[0], m instanceof Mine, String(m));
const o = {};
o.__defineGetter__('x', () => 5);
console.log(o.x, typeof o.__lookupGetter__('x'));
console.log((1234567.891).toLocaleString(), (0.5).toLocaleString('en-US', { style: 'percent' }), (1234.5).toLocaleString('en-US', { style: 'currency', currency: 'USD' }), (5).toLocaleString('en-US', { minimumFractionDigits: 2 }));
const d = new Date(Date.UTC(2020, 0, 5, 15, 4, 9));
console.log(d.toLocaleDateString('en-US', { timeZone: 'UTC' }), d.toLocaleTimeString('en-US', { timeZone: 'UTC' }), d.toLocaleString('en-US', { timeZone: 'America/New_York' }), d.toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }), d.toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: '2-digit' }), d.toLocaleTimeString('en-US', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit', hour12: false }));
const c = structuredClone({ a: new Date(0), m: new Map([[1, { b: 2 }]]), s: new Set([1]), n: [1, { x: 1 }] });
console.log(c);
try { structuredClone(() => {}); } catch (err) { console.log(err.name); }
const ac = new AbortController();
ac.signal.addEventListener('abort', () => console.log('aborted', ac.signal.aborted, ac.signal.reason.name));
ac.abort();
console.error('to stderr');
console.group('group');
console.info('in %s', 'side');
console.groupEnd();
console.table([{ a: 1, b: 'x' }, { a: 2 }]);
console.count(); console.count(); console.assert(1 === 2, 'not %d', 2); console.dir({ a: { b: { c: {} } } }, { depth: 0 }); console.log(); console.log('%c styled', 'color: red');
const os = require('os');
console.log(os.EOL === '\n', os.platform(), typeof os.hostname(), os.cpus().length > 0, os.totalmem() > 0, typeof os.tmpdir(), os.type(), os.endianness(), os.userInfo().uid === process.getuid());
const vm = require('vm');
const box = vm.createContext({ out: [] });
vm.runInContext('var n = 1; function twice(x) { return x * 2; } out.push(twice(n))', box);
vm.runInContext('n = 5; out.push(twice(n))', box);
console.log(box.out, box.n, typeof box.twice, vm.isContext(box), typeof n);
console.log(vm.runInNewContext('a + b', { a: 1, b: 2 }), vm.runInThisContext('1 + 1'), new vm.Script('x = 5').runInNewContext({}));
class Kind { constructor(n) { this.n = n; } }
const Stand = new Proxy(Kind, { apply: (T, self, args) => new T(...args) });
console.log(new Stand(1) instanceof Stand, Stand(2).n, new Kind(3) instanceof Stand, {} instanceof Stand, new (class Sub extends Stand {})(4) instanceof Kind, typeof Proxy, Proxy.length, Proxy.name);
const shared = new SharedArrayBuffer(8);
new Uint8Array(shared)[3] = 7;
console.log(shared.byteLength, shared instanceof SharedArrayBuffer, shared instanceof ArrayBuffer, new Uint8Array(shared.slice(2, 5)), Object.prototype.toString.call(shared), new SharedArrayBuffer(4).slice(1).byteLength);
try { Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'byteLength').get.call({}); } catch (e) { console.log(e.name); }
console.log(['ab', 'a\ud800', '\udc00b', '\ud83d\ude00', '\ude00\ud83d', '\ud800\ud83d\ude00', 'x\udc00\udc00', ''].map((t) => [t.isWellFormed(), escape(t.toWellFormed())].join()), String.prototype.toWellFormed.call(5));
