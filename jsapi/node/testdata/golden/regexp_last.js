// What RegExp keeps of the last match.
'use strict';
function all() {
  return [RegExp.$1, RegExp.$2, RegExp.$9, RegExp.lastMatch, RegExp['$&'], RegExp.lastParen, RegExp['$+'], RegExp.leftContext, RegExp['$`'], RegExp.rightContext, RegExp["$'"], RegExp.input, RegExp.$_];
}
console.log(all());
console.log(/(b)(c)?/.test('abd'), all());
console.log(/nothing/.test('abd'), RegExp.$1);
console.log('2014-05'.replace(/(\d+)-(\d+)/, function () { return RegExp.$2 + '/' + RegExp.$1; }), RegExp.lastMatch);
console.log('x1y2'.match(/[a-z](\d)/g), RegExp.$1, RegExp.leftContext);
console.log('a,b;c'.split(/([,;])/), RegExp.$1, RegExp.rightContext);
console.log('key=value'.search(/=(v)/), RegExp.$1);
function format(date, pattern) {
  if (/(y+)/.test(pattern)) { pattern = pattern.replace(RegExp.$1, String(date.y).substr(4 - RegExp.$1.length)); }
  if (/(M+)/.test(pattern)) { pattern = pattern.replace(RegExp.$1, ('00' + date.M).substr(String(date.M).length)); }
  return pattern;
}
console.log(format({ y: 2015, M: 3 }, 'yyyy-MM'), format({ y: 2015, M: 11 }, 'yy/M'));
var found = /(q)/.exec('qr');
found.length = 0;
console.log(RegExp.$1, RegExp.rightContext);
RegExp.input = 5;
RegExp.$1 = 'not kept';
console.log(typeof RegExp.$_, RegExp.$_, RegExp.$1);
console.log(Object.keys(RegExp), Object.prototype.hasOwnProperty.call(RegExp, '$1'), RegExp.prototype.exec.name, RegExp.prototype.exec.length);
class Own extends RegExp {}
console.log(new Own('(z)').exec('z')[1], new RegExp('(w)').exec('w')[1], RegExp.$1);
/(before)/.test('before');
console.log('same'.replace(/none/, 'x'), RegExp.$1, 'aa'.replace(/(a)/g, 'a'), RegExp.leftContext, 'n'.replace(/(?<name>n)/, function () { return RegExp.$1 + RegExp.$_; }));
var sticky = /(\d)/g, own = { test: function () { return 'own'; }, exec: function () { return 1; } };
sticky.lastIndex = 1;
console.log(sticky.test('123'), RegExp.$1, sticky.lastIndex, own.test('x'), own.exec(), 'a.b'.split('.'), 'text'.replace('e', 'E'));
try { undefined.test('x'); } catch (e) { console.log(e.name); }
try { own.match(1); } catch (e) { console.log(e.name); }
