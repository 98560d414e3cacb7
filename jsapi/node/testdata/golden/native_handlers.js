// Built-in functions that are themselves the handlers of promises, and fail.
const fs = require('fs');
const answers = [];
const tell = (name, promise) => promise.then((v) => answers.push([name, 'ok', v]), (e) => answers.push([name, e.name, e.message, e.code]));
function ask(when) {
  return Promise.all([
    tell(when + ' decodeURIComponent', Promise.resolve('%').then(decodeURIComponent)),
    tell(when + ' JSON.parse', Promise.resolve('{').then(JSON.parse)),
    tell(when + ' Buffer.alloc', Promise.resolve(-1).then(Buffer.alloc)),
    tell(when + ' readFileSync', Promise.resolve('/nope').then(fs.readFileSync)),
    tell(when + ' RegExp', Promise.resolve('(').then(RegExp)),
    tell(when + ' Array', Promise.resolve(-1).then(Array)),
    tell(when + ' symbol', Promise.resolve('x').then(Symbol.prototype.valueOf)),
    tell(when + ' rejected', Promise.reject('%').catch(decodeURI)),
    tell(when + ' finally', Promise.resolve(1).finally(decodeURI.bind(null, '%'))),
    tell(when + ' awaited', (async () => { await null; return Promise.resolve('%').then(decodeURIComponent); })()),
    tell(when + ' bound', Promise.resolve().then(JSON.parse.bind(null, '{'))),
    tell(when + ' queued', new Promise((done) => queueMicrotask(() => done('%'))).then(decodeURIComponent)),
  ]);
}
const later = (begin) => new Promise((done) => begin(() => done(ask(begin.name))));
module.exports = ask('at once')
  .then(() => later(setTimeout)).then(() => later(process.nextTick)).then(() => later(setImmediate))
  .then(() => later((done) => fs.readFile('/nope', done)))
  .then(() => { for (const line of answers.map((a) => a.join(' ')).sort()) { console.log(line); } });
