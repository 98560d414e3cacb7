const domain = require('domain'), EventEmitter = require('events');
const wait = ms => new Promise(r => setTimeout(r, ms));
const d = domain.create(), other = domain.create();
d.on('error', e => console.log('caught', e.message));
console.log(!!domain.active, d instanceof EventEmitter, d instanceof domain.Domain, d.run((a, b) => [a + b, domain.active === d], 1, 2), !!domain.active);
d.add(new EventEmitter());
console.log(d.members.length, d.bind(x => [x, domain.active === d])(5));
d.intercept(x => console.log('value', x))(null, 7);
d.intercept(() => console.log('not called'))(new Error('first'));
module.exports = (async () => {
  const lines = [];
  await Promise.all([d, other].map((each, i) => each.run(async () => {
    await wait(2 - i);
    lines.push(i + ' ' + (domain.active === each));
    await new Promise(resolve => setTimeout(() => { lines.push(i + ' ' + (domain.active === each)); resolve(); }, 1 + i * 3));
  })));
  console.log(lines.sort());
})();
