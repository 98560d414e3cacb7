// Counts results, and writes the table.
'use strict';
const fs = require('fs');
const path = require('path');

// read gives the state and error of each test by its title; equal titles of a file are numbered.
exports.read = function (file) {
  const found = new Map();
  if (!fs.existsSync(file)) return found;
  for (const line of fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const { title, state, error } = JSON.parse(line);
    const plain = title.replace(/\s+/g, ' '); // what util.inspect writes over several lines depends on the release of Node
    let name = plain;
    for (let n = 2; found.has(name); n++) name = `${plain} (${n})`;
    found.set(name, { state, error });
  }
  return found;
};

exports.count = function (results) {
  const counts = {};
  for (const { state } of results.values()) counts[state] = (counts[state] || 0) + 1;
  return JSON.stringify(counts);
};

const passed = (results) => new Set([...results].filter(([, r]) => r.state === 'passed').map(([title]) => title));

// compare gives for a file: the tests that pass on Sails, those of them that pass on Sails through the stand-in, and those that
// pass here. Sides that were not run are undefined.
exports.compare = function (folder, file) {
  const [native, sails, here] = ['native', 'sails', 'here'].map((side) => {
    const at = path.join(folder, side, file);
    return fs.existsSync(at) ? exports.read(at) : undefined;
  });
  const right = [...passed(native || new Map())];
  const of = (side) => side && right.filter((t) => passed(side).has(t));
  return { native: right, sails: of(sails), here: of(here), failed: here ? right.filter((t) => !passed(here).has(t)) : [] };
};

exports.table = function (folder) {
  const files = fs.readdirSync(path.join(folder, 'native')).filter((f) => f.endsWith('.jsonl')).sort();
  const rows = files.map((f) => [f.replace('.test.js.jsonl', ''), exports.compare(folder, f)]);
  const number = (list) => list ? list.length : 'not run';
  const both = rows.filter(([, r]) => r.here);
  const sum = (name) => both.reduce((n, [, r]) => n + (r[name] || []).length, 0);
  return [
    '| file | Sails | Sails through the stand-in | here |', '| --- | --- | --- | --- |',
    ...rows.map(([f, r]) => `| ${f} | ${number(r.native)} | ${number(r.sails)} | ${number(r.here)} |`),
    `| all that were run here | ${sum('native')} | ${sum('sails')} | ${sum('here')} |`, '',
  ].join('\n');
};
