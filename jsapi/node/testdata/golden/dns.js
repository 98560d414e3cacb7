const dns = require('dns'), util = require('util');
module.exports = (async () => {
  await new Promise(res => dns.lookup('127.0.0.1', (e, a, f) => { console.log(e, a, f); res(); }));
  await new Promise(res => dns.lookup('localhost', 4, (e, a, f) => { console.log(e, a, f); res(); }));
  await new Promise(res => dns.lookup('localhost', { family: 4, all: true }, (e, l) => { console.log(e, l); res(); }));
  console.log(await dns.promises.lookup('::1'), await util.promisify(dns.lookup)('127.0.0.1'));
  console.log(require('dns/promises') === dns.promises, dns.NOTFOUND);
  try { dns.lookup('x'); } catch (e) { console.log(e.code); }
})();
