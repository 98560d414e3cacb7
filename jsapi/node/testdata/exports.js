// Prints what a program can see of the exports of modules, as JSON: module, export and member to a description.
// The test defines modules, and inherited: whether prototypes have also what they inherit.
'use strict';
const skipped = (key) => typeof key === 'string' && key[0] === '_';
const label = (key) => typeof key === 'symbol' ? `[${key.description}]` : key;
const known = new Set(['iterator', 'asyncIterator', 'hasInstance', 'toPrimitive', 'toStringTag', 'species', 'dispose', 'asyncDispose'].map((name) => Symbol[name]));
const keysOf = (from) => Reflect.ownKeys(from).filter((key) => !skipped(key) && (typeof key === 'string' || known.has(key)));

function attributes(d) {
  return (d.writable ? 'w' : '') + (d.enumerable ? 'e' : '') + (d.configurable ? 'c' : '');
}

// shown describes a value without what is in it.
function shown(v, values) {
  if (typeof v === 'function') { return `function ${String(Object.getOwnPropertyDescriptor(v, 'name')?.value)} ${v.length}`; }
  if (v === null) { return 'null'; }
  if (typeof v === 'object') { return Array.isArray(v) ? 'array' : 'object'; }
  return values && typeof v !== 'symbol' ? `${typeof v} ${String(v)}` : typeof v;
}

function member(d, values) {
  return 'value' in d ? `${shown(d.value, values)} ${attributes(d)}` : `accessor ${d.get ? 'get ' : ''}${d.set ? 'set ' : ''}${attributes(d)}`;
}

function members(v, prefix, into, values, leave) {
  for (const key of keysOf(v)) {
    if (leave.includes(key)) { continue; }
    const d = Object.getOwnPropertyDescriptor(v, key);
    into[prefix + label(key)] = key === 'constructor' ? 'constructor ' + attributes(d) : member(d, values);
  }
}

const all = {};
for (const name of modules) {
  const own = all[name] = {}, from = name === 'globals' ? globalThis : require(name);
  const values = name !== 'process';
  for (const key of keysOf(from)) {
    if (key === 'default' || typeof key !== 'string' || typeof from === 'function' && ['length', 'name', 'prototype', 'super_'].includes(key)) { continue; }
    let v;
    try { v = from[key]; } catch { continue; }
    if (v === undefined && typeof Object.getOwnPropertyDescriptor(from, key).get !== 'function') { continue; }
    const d = Object.getOwnPropertyDescriptor(from, key);
    const into = own[key] = { '': `${shown(v, values)} ${attributes('value' in d ? d : { ...d, writable: !!d.set })}` };
    if (typeof v === 'function') {
      members(v, '', into, values, ['length', 'name', 'prototype', 'super_', 'caller', 'arguments']);
      const proto = v.prototype;
      if (proto && typeof proto === 'object' && keysOf(proto).some((key) => key !== 'constructor')) { // a class
        into.prototype = 'prototype ' + attributes(Object.getOwnPropertyDescriptor(v, 'prototype'));
        for (let from = proto; from && from !== Object.prototype; from = inherited ? Object.getPrototypeOf(from) : null) { members(from, 'prototype.', into, values, Object.keys(into).map((key) => key.replace('prototype.', ''))); }
      }
    } else if (v && typeof v === 'object' && name !== 'process' && v !== globalThis && !Array.isArray(v)) {
      members(v, '', into, values, []);
    }
  }
}
console.log(JSON.stringify(all));
