// Reads the small projects of the folder small, each of which uses one package as its documentation says.
'use strict';
const fs = require('fs');
const path = require('path');

const ranges = { '0.10': '~0.10.5', '0.11': '~0.11.5', '0.12': '~0.12.14', '1.x': '^1.5.0' };

// smallProjects lists them like projects.json: an entry stands in front of the files, in the form of txtar.
function smallProjects() {
  const folder = path.join(__dirname, 'small');
  return fs.readdirSync(folder).filter((name) => name.endsWith('.txtar')).sort().map((name) => {
    const [head, ...parts] = fs.readFileSync(path.join(folder, name), 'utf8').split(/^-- (.+) --\n/m);
    const entry = JSON.parse(head), files = {};
    for (let i = 0; i < parts.length; i += 2) files[parts[i]] = parts[i + 1];
    const dependencies = Object.assign({ sails: ranges[entry.sails] }, entry.packages);
    files['package.json'] = files['package.json'] || JSON.stringify({ name: name.replace(/\.txtar$/, ''), version: '0.0.1', dependencies }, null, 2) + '\n';
    const uses = Object.entries(entry.packages).map(([one, version]) => one + ' ' + version).join(', ');
    // The driver asks sockets, which Sails has from 1.0 on only where this package is installed.
    if (entry.sails === '1.x' && !entry.packages['sails-hook-sockets']) entry.designed = [{ ask: 'socket ', why: 'sockets need no package' }, { ask: 'events ', why: 'sockets need no package' }];
    return Object.assign(entry, { repo: 'small/' + name.replace(/\.txtar$/, ''), uses, files });
  });
}

module.exports = { smallProjects };
