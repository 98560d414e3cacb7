// Places in files whose syntax is converted before they are run: here for the async generator.
async function* generator() { yield 1; }

const { mkdtempSync, writeFileSync, rmSync } = require('fs'), { join } = require('path'), { pathToFileURL } = require('url');
const { tmpdir } = require('os');

function places(e, file) {
  return e.stack.split('\n').filter(line => line.includes(file)).map(line => /(\d+:\d+)\)?$/.exec(line)[1]).join(' ');
}

function thrown() {
  const here = 1; throw new Error('x' + here);
}

class Pet {
  #name = null;
  get loud() { return this.name.toUpperCase(); }
  has() { return #name in this; }
  static { try { null.x; } catch (e) { console.log('static block', places(e, 'lowered_columns').split(' ')[0]); } }
  async late() { await 1; null.member(); }
}

const cases = {
  thrown,
  getter: () => { const p = new Pet(); return p.loud; },
  missing: () => { const o = {}; o.a.b(); },
  call: () => { const o = 1; o(); },
  wide: () => { const text = 'äöü€😀'; text.nothing(text, text.nothing2()); },
  spread: () => Math.max(...[1], ...null.list),
  native: () => [1, 2].map(n => { JSON.parse('{' + n); }),
};
for (const [name, f] of Object.entries(cases)) {
  try { f(); } catch (e) { console.log(name, places(e, 'lowered_columns')); }
}

module.exports = (async () => {
  await new Pet().late().catch(e => console.log('async', places(e, 'lowered_columns')));
  const dir = mkdtempSync(join(tmpdir(), 'columns'));
  for (const [name, text] of [
    ['one.js', "'use strict'; async function* g() {} exports.f = function () { const a = null; return a.b; }; exports.g = () => { throw new Error(); };"],
    ['two.js', "exports.f = function () { return null.b; }; async function* g() {} exports.g = () => { throw new Error(); };\nexports.h = () => { throw new Error(); };"],
    ['three.mjs', 'export const f = () => null.a; export function g() { throw new Error(); }\nexport default class { static h() { null.h; } }\nexport const { h } = { h: () => { throw new Error(); } };'],
    ['four.mjs', 'const v = await 1; export const f = () => null.a; export function g() { throw new Error(v); }'],
  ]) {
    const file = join(dir, name);
    writeFileSync(file, text);
    const made = await import(pathToFileURL(file));
    for (const key of ['f', 'g', 'h']) {
      if (!made[key]) continue;
      try { made[key](); } catch (e) { console.log(name, key, places(e, name)); }
    }
  }
  rmSync(dir, { recursive: true });
})();
