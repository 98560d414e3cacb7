// Writes results.json and RESULTS.md, and the lines that a run prints.
'use strict';
const fs = require('fs');
const path = require('path');

const { slug, readJSON } = require('./files');
const { work } = require('./options');
const { generations } = require('./packages');

// report writes what the runs found: results.json, a line for each project, and the tables of RESULTS.md. Projects that
// were not run in the work folder keep the line that they had.
function report(projects, name) {
  const file = path.join(__dirname, name + '.json');
  const kept = new Map((readJSON(file) || []).map((entry) => [entry.repo, entry]));
  const rows = projects.map((project) => ({ project, r: entryOf(readJSON(path.join(work, 'results', slug(project) + '.json'))) || kept.get(project.repo) })).filter(({ r }) => r);
  fs.writeFileSync(file, '[\n' + rows.map(({ r }) => JSON.stringify(r)).join(',\n') + '\n]\n');
  const count = (test) => rows.filter(({ r }) => test(r)).length;
  const out = ['# Results', '', `${rows.length} projects: ${count((r) => r.there)} lift on Sails, ${count((r) => r.here)} here. Of the ${count((r) => r.there)}, ` +
    `${count((r) => r.there && r.here)} lift here, and ${count((r) => r.asked && r.equal === r.asked)} answer all questions equally, ${count((r) => r.asked && r.equal < r.asked && !r.differences.length)} with differences by design only.`, ''];
  for (const sails of Object.keys(generations)) {
    if (!rows.some(({ r }) => r.sails === sails)) continue;
    out.push('## ' + sails, '', '| project | uses | Sails | here | equal answers | doctor | differences |', '| --- | --- | --- | --- | --- | --- | --- |');
    for (const { project, r } of rows.filter(({ r }) => r.sails === sails)) {
      const cell = (s) => '`' + s.replace(/\s+/g, ' ').replace(/[|`]/g, "'").slice(0, 110) + '`';
      const found = r.there && !r.here ? cell(r.reason) : [...(r.designed || []).slice(0, 2).map((d) => 'by design: ' + d.why), ...(r.differences || []).slice(0, 3).map((d) => cell(d.ask.slice(0, 60) + ': ' + d.what.map((w) => w === 'body' ? w : `${w} ${d.there[w]} / ${d.here[w]}`).join(', ')))].join('<br>');
      out.push(`| ${project.repo} | ${project.uses} | ${r.there ? 'lifts' : 'does not lift'} | ${r.here ? 'lifts' : 'does not lift'} | ${r.asked === undefined ? '' : r.equal + ' of ' + r.asked} | ${diagnosis(r)} | ${found} |`);
    }
    out.push('');
  }
  if (name === 'results') out.push(...measures());
  fs.writeFileSync(path.join(__dirname, name.toUpperCase() + '.md'), out.join('\n'));
  console.log(out[2]);
}

// measures is the table of what --measure found, the largest projects first.
function measures() {
  const file = path.join(__dirname, 'measures.json'), folder = path.join(work, 'measures');
  const kept = new Map((readJSON(file) || []).map((entry) => [entry.repo, entry]));
  for (const one of fs.existsSync(folder) ? fs.readdirSync(folder) : []) { const entry = readJSON(path.join(folder, one)); kept.set(entry.repo, entry); }
  const rows = [...kept.values()].filter((r) => r.there.processor && r.here.processor).sort((a, b) => b.bytes - a.bytes).slice(0, 10);
  if (!rows.length) return [];
  fs.writeFileSync(file, '[\n' + rows.map((r) => JSON.stringify(r)).join(',\n') + '\n]\n');
  return ['## Lift time and memory', '', 'One lift of each side after the other, on a busy machine of two cores: the processor time of the process, and its memory, when it has lifted.', '',
    '| project | release | code | Sails | here | ratio | Sails | here | ratio |', '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((r) => `| ${r.repo} | ${r.sails} | ${Math.round(r.bytes / 1024)} KB | ${r.there.processor.toFixed(1)} s | ${r.here.processor.toFixed(1)} s | ${(r.here.processor / r.there.processor).toFixed(2)} | ${r.there.memory} MB | ${r.here.memory} MB | ${(r.here.memory / r.there.memory).toFixed(2)} |`), ''];
}

// diagnosis says whether doctor foretold how the lift here ends. What needs a server is not known to it: it opens none.
function diagnosis(r) {
  if (!r.doctor) return 'not asked';
  if (r.here) return r.doctor.length ? 'false alarm' : 'nothing fails';
  if (r.doctor.length) return 'foretold';
  return /connect|ECONNREFUSED|not available|cannot be reached/i.test(r.reason || '') ? 'needs a server' : 'not foretold';
}

// entryOf is the line of results.json for the result of a run, undefined for one that says nothing.
function entryOf(r) {
  if (!r || r.error || !r.there || !r.here) return undefined;
  // The pages below /dev, which Sails up to 0.12 has in development, show the machine and its environment.
  const differences = r.differences && r.differences.filter(({ ask }) => !/ \/dev\//.test(ask)).slice(0, 12)
    .map(({ ask, headers, what, there, here }) => ({ ask: ask.slice(0, 300), headers, what, there, here }));
  return { repo: r.repo, sails: r.sails, there: r.there.lifted, here: r.here.lifted, asked: r.asked, equal: r.equal, designed: r.designed && r.designed.length ? r.designed : undefined,
    doctor: r.doctor && r.doctor.fails, reason: r.here.lifted ? undefined : lastWords(r.here.log.split(path.resolve(work)).join('<work>')), differences };
}

// lastWords finds the line of a log that says why a server ended.
function lastWords(log) {
  const lines = log.split('\n').filter((text) => text.trim() && !/^\s+at |^warn:/.test(text));
  return (lines.find((text) => /error/i.test(text)) || lines.pop() || '').slice(0, 300);
}

function line(r) {
  const lifted = (side) => !side ? '-' : side.lifted ? 'lifted' : 'not lifted';
  return [r.repo, r.sails, 'there ' + lifted(r.there), 'here ' + lifted(r.here), r.asked === undefined ? '' : r.equal + ' of ' + r.asked + ' equal' + (r.designed && r.designed.length ? ', ' + r.designed.length + ' by design' : ''), r.seconds + ' s', r.error ? r.error.split('\n')[0] : ''].join(' | ');
}

module.exports = { report, line };
