// ask.js asks Sails how the cases of cases.json are answered, and prints a
// table of them:
//
//     node ask.js /folder/with/node_modules recorded/0.12.14.json
//
// What the file has already is not asked again. The targets share one lift; the
// others are lifts of their own in processes of their own, for some of them end
// the process.
'use strict';
const fs = require('fs'), path = require('path'), os = require('os'), http = require('http');
const { spawnSync } = require('child_process');

const home = path.resolve(process.argv[2]);
const pkg = JSON.parse(fs.readFileSync(path.join(home, 'node_modules/sails/package.json')));
const modern = pkg.version[0] === '1';
const cases = JSON.parse(fs.readFileSync(path.join(__dirname, 'cases.json')));

function all() {
  const list = {}, table = [], requests = [];
  for (const t in cases.targets) {
    if (modern && t === 'controller alone') { continue; } // which ends the lift
    for (const p in cases.policies) {
      const at = `GET /${t} ${p}`.replace(/ /g, (_, i) => i === 3 ? ' ' : '-');
      table.push(`'${at}': ${cases.targets[t].replace('P', cases.policies[p])}`);
      requests.push(at);
    }
  }
  list.targets = { routes: `{${table.join(', ')}}`, requests };
  for (const v in cases.values) {
    list[`value, ${v}`] = { routes: `{'GET /a': {policy: ${cases.values[v]}, view: 'home'}}`, requests: ['GET /a'] };
  }
  return Object.assign(list, cases.options);
}

if (process.argv[4] === undefined) {
  const file = process.argv[3];
  const out = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file)) : {};
  for (const name in all()) {
    if (out[name] !== undefined) { continue; }
    const p = spawnSync(process.execPath, [__filename, home, file, name], { encoding: 'utf8', timeout: 90000 });
    const line = /^ANSWER (.*)$/m.exec(p.stdout);
    if (p.error) { continue; }
    out[name] = line ? JSON.parse(line[1]) : 'no lift';
    if (!line) { process.stderr.write(`${name}: ${(p.stdout + p.stderr).slice(0, 400)}\n`); }
    fs.writeFileSync(file, JSON.stringify(out, null, 1) + '\n');
  }
  process.exit(0);
}

const one = all()[process.argv[4]];
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'guards-'));
const write = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
  fs.writeFileSync(path.join(dir, name), text);
};
fs.symlinkSync(path.join(home, 'node_modules'), path.join(dir, 'node_modules'));
write('package.json', JSON.stringify({ name: 'x', dependencies: modern ? { sails: pkg.version, 'sails-hook-orm': '*' } : { sails: pkg.version } }));
for (const block of fs.readFileSync(path.join(__dirname, 'project.txtar'), 'utf8').split(/^-- /m).slice(1)) {
  const [name, text] = block.split(/ --\n([^]*)/);
  write(name, text);
}
const F = (req, res) => res.send('F' + (req.options.foo === undefined ? '' : ' foo'));
const settings = {
  appPath: dir, port: 0, environment: 'production', log: { level: 'silent' }, hooks: { grunt: false, pubsub: false, sockets: false },
  routes: new Function('F', `return ${one.routes};`)(F), session: { secret: 'x', cookie: { secure: false } }, models: { migrate: 'safe' }, blueprints: { actions: true },
};
if (modern) {
  settings.security = { csrf: !!one.on, cors: { allRoutes: !!one.cors } };
  settings.models = { migrate: 'safe', attributes: { id: { type: 'number', autoIncrement: true } } };
  settings.sockets = { onlyAllowOrigins: ['http://x.example'] };
} else {
  settings.csrf = !!one.on;
  if (one.cors) { settings.cors = { allRoutes: true }; }
}
settings.port = 20000 + process.pid % 20000;
settings.explicitHost = '127.0.0.1';
process.chdir(dir);
const sails = require(path.join(home, 'node_modules/sails'));
const ask = (line) => new Promise((done, fail) => {
  const [method, url] = line.split(' ');
  const req = http.request({ method, host: '127.0.0.1', port: settings.port, path: url, headers: { Origin: 'http://friend.example' } }, (res) => {
    let text = '';
    res.on('data', (d) => { text += d; });
    res.on('end', () => {
      const allowed = res.headers['access-control-allow-origin'];
      done([res.statusCode, res.headers['x-pass'] ? 'passed' : '', allowed ? 'for ' + allowed : '', res.statusCode === 200 && method !== 'OPTIONS' ? text.trim() : ''].filter(Boolean).join(' '));
    });
  });
  req.on('error', fail);
  req.end();
});
sails.lift(settings, async (err) => {
  if (err) { console.log(String(err)); process.exit(1); }
  const answers = {};
  for (const line of one.requests) { answers[line] = await ask(line); }
  console.log('ANSWER ' + JSON.stringify(answers));
  fs.rmSync(dir, { recursive: true, force: true });
  process.exit(0);
});
