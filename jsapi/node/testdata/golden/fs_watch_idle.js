// Watchers that do not hold the loop.
const { spawnSync } = require('child_process');
const script = `
const fs = require('fs');
fs.watch('/', { persistent: false });
fs.watch('/').unref();
fs.watch('/').ref().close();
fs.watchFile('/', { persistent: false }, () => {});
fs.watchFile('/tmp', () => {}).unref();
process.on('exit', () => console.log('exit'));`;
const r = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
console.log(r.status, r.stdout, r.stderr);
