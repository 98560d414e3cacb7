// measure runs the cases of a group: microseconds of processor time for each step of a case.
// A case is run until what is measured takes long enough.
const enough = 30000;

function used(run, n) {
  const before = process.cpuUsage();
  const result = run(n);
  const { user, system } = process.cpuUsage(before);
  if (result === undefined) { throw new Error('a case gives nothing'); }
  return user + system;
}

// pause begins another turn: each of them may take a limited time.
function pause() { return new Promise((done) => { setImmediate(done); }); }

module.exports = async function measure(group, only) {
  const cases = require('./cases/' + group), out = {};
  for (const name of Object.keys(cases)) {
    if (!(group + ': ' + name).includes(only)) { continue; }
    const run = cases[name]();
    let n = 1, took = used(run, n);
    while (took < enough / 4) {
      n *= took < 100 ? 8 : 2;
      await pause();
      took = used(run, n);
    }
    n = Math.max(1, Math.ceil(n * enough / took));
    await pause();
    out[name] = used(run, n) / n;
  }
  return JSON.stringify(out);
};
