const winston = require('winston'), { Writable } = require('stream'), fs = require('fs'), os = require('os'), path = require('path');
const lines = [];
const file = path.join(os.tmpdir(), 'framework-winston-' + process.pid + '.log');
const log = winston.createLogger({ level: 'info', format: winston.format.combine(winston.format.label({ label: 'app' }), winston.format.json()), transports: [
  new winston.transports.Stream({ stream: new Writable({ write(c, e, done) { lines.push(c.toString()); done(); } }) }), new winston.transports.File({ filename: file })] });
log.info('hello', { user: 1 });
log.debug('not this');
log.error(new Error('bad'));
await new Promise(ok => { log.on('finish', ok); log.end(); });
await new Promise(ok => setTimeout(ok, 50));
assert.strictEqual(lines.length, 2);
assert.deepStrictEqual(JSON.parse(lines[0]), { label: 'app', level: 'info', message: 'hello', user: 1 });
assert.ok(fs.readFileSync(file, 'utf8').includes('"hello"'));
fs.unlinkSync(file);
