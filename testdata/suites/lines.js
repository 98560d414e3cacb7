// A reporter for mocha: a line of JSON for each test, written at once, since a file may end the process.
'use strict';
const fs = require('fs');

module.exports = function (runner) {
  const write = (test, state, err) => fs.appendFileSync(process.env.SUITES_RESULTS, JSON.stringify({
    title: test.fullTitle(), state, error: err && String(err.stack || err.message || err).slice(0, 1500) || undefined,
  }) + '\n');
  runner.on('pass', (test) => write(test, 'passed'));
  runner.on('fail', (test, err) => write(test, test.type === 'hook' ? 'hook' : 'failed', err));
  runner.on('pending', (test) => write(test, 'pending'));
};
