// Writes node20.txt: what Node answers to each script of scripts.txt. Run it with
// Node 20: node ask.js > node20.txt
'use strict';
const fs = require('fs'), path = require('path'), os = require('os');
process.on('unhandledRejection', () => { });

const dir = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'errors-'));
const scripts = fs.readFileSync(path.join(__dirname, 'scripts.txt'), 'utf8').split('\n').slice(0, -1);

function show(e, file) {
  const frames = String(e && e.stack).split('\n').filter(l => /^ {4}at /.test(l));
  return JSON.stringify([Object.prototype.toString.call(e), String(e), (frames[0] || '').replace(file, 'FILE').replace(/node:internal.*\)/, 'node)').trim()]);
}

async function ask(script, n) {
  if (script.startsWith('//#')) { return script; }
  const file = path.join(dir, n + '.js');
  fs.writeFileSync(file, script + '\n');
  try {
    const made = require(file);
    if (made instanceof Promise) { await made; }
    return '[]';
  } catch (e) {
    return show(e, file);
  }
}

(async () => {
  for (let n = 0; n < scripts.length; n++) { console.log(await ask(scripts[n], n)); }
  fs.rmSync(dir, { recursive: true });
  if (typeof done === "function") { done(); } // of the test
})();
