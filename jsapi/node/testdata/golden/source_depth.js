// Sources that nest too deep are errors, wherever they are compiled.
const vm = require('vm');
const sources = { arrays: '['.repeat(1e6), calls: 'f('.repeat(3e5), conditions: 'a?'.repeat(3e5), not: '!'.repeat(1e6) + '1', blocks: '{'.repeat(1e6), templates: '`${'.repeat(2e5), elses: 'if(a){}else '.repeat(2e5) + '{}', arrows: 'a=>'.repeat(3e5) + '1', news: 'new '.repeat(3e5) + 'A' };
const ways = {
  script: (s) => new vm.Script(s),
  context: (s) => vm.runInNewContext(s),
  compileFunction: (s) => vm.compileFunction(s),
  Function: (s) => new Function(s),
  async: (s) => new (async function () {}).constructor(s),
  generator: (s) => new (async function* () {}).constructor(s),
  eval: (s) => (0, eval)(s),
  direct: (s) => eval('async function* f() {' + s),
};
for (const name in sources) {
  for (const way in ways) {
    try { ways[way](sources[name]); console.log(name, way); } catch (e) { console.log(name, way, e.name, e.message); }
  }
}
