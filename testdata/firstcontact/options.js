// The command line.
'use strict';
const path = require('path');

const options = readOptions(process.argv.slice(2));
const work = path.resolve(options.work || 'work');

function readOptions(list) {
  const out = {};
  for (let i = 0; i < list.length; i++) {
    const name = list[i].replace(/^--/, '');
    if (/^(again|keep|install|report|compare|small|measure)$/.test(name)) out[name] = true;
    else out[name] = list[++i];
  }
  if (!out.server && !out.report && !out.install && !out.compare) { console.error('usage: node run.js --repos DIR --work DIR --server BINARY [--only WORD,WORD] [--asks N] [--again] [--keep] [--install] [--compare] [--report] [--small] [--measure]'); process.exit(2); }
  return out;
}

module.exports = { options, work };
