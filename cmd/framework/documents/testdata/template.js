// Writes the project that the generator of Sails makes: node template.js PACKAGES FOLDER
'use strict';
const fs = require('fs');
const path = require('path');

const [packages, folder] = process.argv.slice(2);
const _ = require(path.join(packages, 'node_modules/@sailshq/lodash'));
const from = path.join(packages, 'node_modules/sails-generate/lib/core-generators/new/templates');
const scope = { _, appName: 'template', caviar: true, frontend: true, verbose: true, without: [], secret: 'x'.repeat(32), defaultDEK: 'x'.repeat(43) + '=', IS_CURRENT_NODE_VERSION_CAPABLE_OF_AWAIT: true };
// Another expression than that of lodash, or it would replace ${…} too.
const interpolate = /<%=([\s\S]+?)%>/g;
// The placeholders of these are for whoever reads the files.
const literal = /send-template-email|hooks\/custom/;

// annotated says what a script is, as docs/types.md asks for.
function annotated(name, text) {
  const [, kind, identity] = /^api\/(controllers|policies|responses)\/(.*)/.exec(name) || [];
  const type = { controllers: `framework.Action<'${identity}'>`, policies: 'framework.Policy', responses: 'framework.ResponseFunction' }[kind];
  return type ? text.replace(/^module\.exports = /m, `/** @type {${type}} */\n$&`) : text;
}

function copy(at) {
  for (const entry of fs.readdirSync(path.join(from, at), { withFileTypes: true })) {
    const name = path.join(at, entry.name);
    if (entry.isDirectory()) { copy(name); continue; }
    const text = fs.readFileSync(path.join(from, name), 'utf8');
    const to = path.join(folder, name.replace(/\.template$/, ''));
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.writeFileSync(to, annotated(name.replace(/\.js(\.template)?$/, ''), literal.test(name) || name.startsWith('views') ? text : _.template(text, { interpolate })(scope)));
  }
}
for (const part of ['api', 'config', 'views']) { copy(part); }
fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'template', dependencies: { sails: '^1.5.0', 'sails-hook-orm': '^4.0.0', '@sailshq/lodash': '^3.10.3', async: '2.6.4' } }));
