const { default: chalk, Chalk, supportsColor } = require('chalk');
const colours = new Chalk({ level: 1 });
assert.strictEqual(colours.red.bold('a') + colours.bgBlue(' '), '\u001b[31m\u001b[1ma\u001b[22m\u001b[39m\u001b[44m \u001b[49m');
assert.strictEqual(new Chalk({ level: 0 }).green('a'), 'a');
assert.strictEqual(typeof chalk.level, 'number');
assert.ok(supportsColor === false || supportsColor.level > 0);
