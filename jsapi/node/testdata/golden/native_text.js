// What the language has says of itself that it is built in, whoever wrote it.
const list = ['AggregateError', 'Array', 'ArrayBuffer', 'Atomics', 'BigInt', 'BigInt64Array', 'Boolean', 'DataView', 'Date', 'Error', 'FinalizationRegistry', 'Float32Array', 'Float64Array', 'Function',
  'Int8Array', 'Intl', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Proxy', 'Reflect', 'RegExp', 'Set', 'SharedArrayBuffer', 'String', 'Symbol', 'Uint8Array', 'WeakMap', 'WeakRef', 'WeakSet'];
const absent = new Set(['resize', 'grow', 'transfer', 'transferToFixedLength', 'v8BreakIterator', 'DurationFormat', 'isError', 'rawJSON', 'isRawJSON', 'prepareStackTrace',
  'difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'union', 'try', 'escape', 'sumPrecise', 'f16round', 'groupBy', 'withResolvers', 'fromAsync', 'waitAsync',
  'fromBase64', 'fromHex', 'setFromBase64', 'setFromHex', 'toBase64', 'toHex']);
const text = Function.prototype.toString;
for (const name of list) {
  const holder = globalThis[name];
  if (typeof holder === 'function') { console.log(name, text.call(holder)); }
  for (const [of, where] of [[holder, ''], [holder.prototype, '.prototype']]) {
    if (!of) { continue; }
    for (const key of Object.getOwnPropertyNames(of).sort()) {
      const d = Object.getOwnPropertyDescriptor(of, key);
      if (typeof d.value === 'function' && !absent.has(key)) { console.log(name + where + '.' + key, text.call(d.value)); }
    }
  }
}
for (const name of ['eval', 'isFinite', 'isNaN', 'parseFloat', 'parseInt', 'decodeURI', 'encodeURIComponent', 'escape', 'unescape']) { console.log(name, text.call(globalThis[name])); }
console.log(text.call(new Proxy(function named() {}, {})), text.call(function () {}.bind()), text.call(class A { a() {} }), text.call((a) => a));
for (const wrong of [undefined, null, 1, {}, new Proxy({}, {})]) { try { text.call(wrong); } catch (e) { console.log(String(e)); } }
console.log(Object.getOwnPropertyNames(globalThis).filter(name => /[^\w]|^GoError$/.test(name)));
