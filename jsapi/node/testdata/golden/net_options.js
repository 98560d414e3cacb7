const net = require('net'), http = require('http');
const tries = { object: { host: {}, port: 1 }, number: { host: 5, port: 1 }, list: { host: ['a'], port: 1 }, bool: { host: true, port: 1 }, port: { port: 'x' }, none: { host: '127.0.0.1' },
  lookup: { port: 1, host: 'localhost', lookup: 5 }, localAddress: { port: 1, host: '127.0.0.1', localAddress: 'x' }, localPort: { port: 1, host: '127.0.0.1', localPort: 'x' },
  path: { path: 5 }, family: { port: 1, host: 'localhost', family: 9 } };
for (const name in tries) {
  try { net.connect(tries[name]).on('error', (e) => console.log(name, e.code)); } catch (e) { console.log(name, e.name, e.code, e.message); }
}
// A lookup of the program.
module.exports = new Promise((done) => {
  const server = http.createServer((q, r) => r.end('hi')).listen(0, '127.0.0.1', () => {
    const port = server.address().port;
    const lookup = (host, o, found) => { console.log('lookup', host, o.all); found(null, [{ address: '127.0.0.1', family: 4 }]); };
    net.connect({ host: 'nowhere.test', port, lookup }, function () {
      console.log('connected to', this.remoteAddress);
      this.destroy();
      http.get({ host: 'nowhere.test', port, agent: false, lookup }, (r) => {
        console.log(r.statusCode);
        r.resume().on('end', () => {
          http.get({ host: 'nowhere.test', port, agent: false, lookup: (host, o, found) => found(new Error('refused')) }).on('error', (e) => {
            console.log(e.message);
            net.connect({ host: 'nowhere.test', port, lookup: (host, o, found) => found(null, 'bad', 4) }).on('error', (e) => {
              console.log(e.code, e.message);
              server.close(done);
            });
          });
        });
      });
    });
  });
});
