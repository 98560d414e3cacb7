// Descriptors 0, 1 and 2, which command line tools and loggers read and write.
const { spawnSync } = require('child_process');

function script(work) {
  const fs = require('fs');
  const seen = [];
  const say = (name, f) => {
    let v;
    try { v = f(); } catch (e) { v = [e.code, e.syscall]; }
    seen.push([name, v]);
  };
  process.stdout.write('first\n');
  say('write 1', () => fs.writeSync(1, 'one\n'));
  say('write 2', () => fs.writeSync(2, Buffer.from('two\n')));
  say('write part', () => fs.writeSync(1, Buffer.from('abcdef'), 2, 3));
  say('writev', () => fs.writevSync(1, [Buffer.from('x'), Buffer.from('y\n')]));
  say('writeFile', () => fs.writeFileSync(1, 'whole\n'));
  say('appendFile', () => fs.appendFileSync(2, 'appended\n'));
  say('stat', () => [0, 1, 2].map((fd) => fs.fstatSync(fd).isFile()));
  say('read part', () => { const b = Buffer.alloc(3); return [fs.readSync(0, b), b.toString()]; });
  say('read', () => fs.readFileSync(0, 'utf8'));
  say('at the end', () => fs.readSync(0, Buffer.alloc(3)));
  say('unknown', () => fs.writeSync(77, 'x'));
  say('negative', () => fs.writeSync(-1, 'x'));
  fs.write(1, 'later\n', (e, n) => {
    seen.push(['write', e, n]);
    fs.createWriteStream(null, { fd: 1, autoClose: false }).end('stream\n', () => {
      fs.readFile(0, 'utf8', (e, text) => {
        seen.push(['readFile', e, text]);
        say('close', () => fs.closeSync(0));
        say('read closed', () => fs.readSync(0, Buffer.alloc(3)));
        fs.writeSync(1, JSON.stringify(seen));
      });
    });
  });
}

const r = spawnSync(process.execPath, ['-e', '(' + script + ')()'], { input: 'hello world', encoding: 'utf8' });
const lines = r.stdout.split('\n');
JSON.parse(lines.pop()).forEach((v) => console.log(JSON.stringify(v)));
console.log(lines, JSON.stringify(r.stderr), r.status);
