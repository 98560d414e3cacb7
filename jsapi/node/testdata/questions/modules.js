// Graphs of modules, generated: imports and exports of all forms, cycles, live bindings,
// modules that await, that fail, and that import what does not exist. Each answer is what
// the modules note while they run, and the namespace or the error of import().
const { chooser } = require('./ask.js');
const fs = require('fs'), path = require('path'), util = require('util');
const pick = chooser(23);
const root = path.join(__dirname, 'graphs');
fs.mkdirSync(root);
const names = ['a', 'b', 'c', 'd'];

// source makes module i of a graph of count modules.
function source(i, kinds, wild) {
  const out = [], list = kinds[i], note = (text) => `note('${i}:' + ${text});`;
  const others = kinds.map((_, n) => n).filter((n) => n !== i || wild && pick.chance(6));
  const file = (n) => `./m${n}.${kinds[n]}`;
  const other = () => (wild ? pick(others) : Math.min(i + 1 + pick.below(kinds.length - i), kinds.length - 1));
  const bound = (text) => `(() => { try { return show(${text}); } catch (e) { return e.name; } })()`;
  if (list === 'json') { return JSON.stringify({ a: i, b: [i], default: 1 }); }
  if (list === 'cjs') {
    out.push(note("'common'"));
    if (pick.chance(3)) { out.push(`exports.__esModule = true;`); }
    for (const name of names) { out.push(`exports.${name} = '${name}${i}';`); }
    if (pick.chance(3)) { out.push(`exports.default = 'default${i}';`); }
    const n = other();
    if (n !== i && kinds[n] === 'cjs' && pick.chance(2)) { out.push(note(bound(`require('${file(n)}')`))); }
    if (pick.chance(9)) { out.push(`throw new Error('broken ${i}');`); }
    return out.join('\n');
  }
  const has = new Set(), local = [], awaits = pick.chance(4);
  const exported = (name) => { if (has.has(name)) { return false; } has.add(name); return true; };
  for (let k = 1 + pick.below(3); k > 0; k--) {
    const n = other();
    if (n === i && !wild) { continue; }
    const from = `'${file(n)}'` + (kinds[n] === 'json' ? " with { type: 'json' }" : '');
    const name = pick(names), id = `i${out.length}`;
    switch (pick.below(8)) {
      case 0: out.push(`import ${from};`); break;
      case 1: out.push(`import ${id} from ${from};`); local.push(id); break;
      case 2: out.push(`import * as ${id} from ${from};`); local.push(id); break;
      case 3: case 4: if (pick.chance(3) || kinds[n] !== 'json') { out.push(`import { ${name} as ${id} } from ${from};`); local.push(id); } break;
      case 5: out.push(`export * from ${from};`); break;
      case 6: { const as = pick(names); if (exported(as)) { out.push(`export { ${name} as ${as} } from ${from};`); } break; }
      default: { const as = pick(names); if (exported(as)) { out.push(`export * as ${as} from ${from};`); } }
    }
  }
  out.push(note("'begins'"));
  for (const id of local) { out.push(note(bound(id))); }
  for (const name of names) {
    if (pick.chance(3) || !exported(name)) { continue; }
    switch (awaits && wild ? 2 + 2 * pick.below(2) : pick.below(6)) {
      case 0: out.push(`export const ${name} = '${name}${i}';`); break;
      case 1: out.push(`export let ${name} = 1; export function add_${name}() { return ++${name}; }`, `const e_${name} = add_${name};`, `note(e_${name}());`); break;
      case 2: out.push(`export function ${name}() { return '${name}${i}'; }`); break;
      case 3: out.push(`export class ${name} { m() { return ${i}; } }`); break;
      case 4: out.push(`var v_${name} = 'v'; export { v_${name} as ${name} }; v_${name} += '${i}';`); break;
      default: out.push(`export const { x: ${name} } = { x: [${i}] };`);
    }
  }
  if (pick.chance(2) && !(awaits && wild)) { out.push(pick([`export default 'default${i}';`, 'export default function () { return 1; }', 'export default class {}', `const own = ${i}; export { own as default };`, 'export default function named() {}'])); }
  if (awaits) { out.push(pick(['await null;', 'await new Promise((done) => setImmediate(done));', 'for await (const x of [1, Promise.resolve(2)]) { note(x); }', "try { await Promise.reject(new Error('x')); } catch (e) { note(e.message); }"])); }
  if (pick.chance(12)) { out.push(`throw new TypeError('broken ${i}');`); }
  if (pick.chance(6)) { const n = pick(others); out.push(`later(import('${file(n)}'${kinds[n] === 'json' ? ", { with: { type: 'json' } }" : ''}));`); }
  for (const id of local) { if (pick.chance(3)) { out.push(note(bound(`typeof ${id} === 'function' ? ${id}.name : ${id}`))); } }
  out.push(note("'ends'"), note('(() => typeof this)()'));
  return out.join('\n');
}

function show(v) { return util.inspect(v, { breakLength: Infinity, depth: 3 }); }
globalThis.show = show;
process.on('uncaughtException', () => {}); // Node throws the error of a CommonJS module that is imported a second time
process.on('unhandledRejection', () => {});
const lines = [];
async function graph(g) {
  const dir = path.join(root, 'g' + g), notes = [];
  fs.mkdirSync(dir);
  const kinds = ['mjs'];
  for (let n = 1 + pick.below(5); n > 0; n--) { kinds.push(pick(['mjs', 'mjs', 'mjs', 'mjs', 'mjs', 'cjs', 'cjs', 'json'])); }
  const wild = pick.chance(2);
  kinds.forEach((kind, i) => fs.writeFileSync(path.join(dir, `m${i}.${kind}`), source(i, kinds, wild)));
  const lateOnes = [];
  globalThis.note = (text) => notes.push(text);
  globalThis.later = (promise) => lateOnes.push(promise);
  let end;
  try { end = show(await import(`./graphs/g${g}/m0.mjs`)); } catch (e) { end = [e.name, e.code, e.message].join(' '); }
  while (lateOnes.length) { try { end += ' then ' + show(await lateOnes.shift()); } catch (e) { end += ' then ' + e.message; } }
  // An error is the same one the next time.
  try { await import(`./graphs/g${g}/m0.mjs`); } catch (e) { end += ' again ' + e.message; }
  lines.push(('graph ' + g + '\t' + notes.join(' | ') + ' => ' + end).replace(/\n/g, '\\n'));
}
module.exports = (async () => {
  for (let g = 0; g < 600; g++) { await graph(g); }
  fs.rmSync(root, { recursive: true });
  process.stdout.write(lines.join('\n') + '\n');
})();
