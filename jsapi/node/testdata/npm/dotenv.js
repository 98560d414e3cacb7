const fs = require('fs'), path = require('path'), file = path.join(require('os').tmpdir(), 'framework-dotenv-' + process.pid);
fs.writeFileSync(file, 'A_KEY=plain\nB_KEY="two words"\n# no\nC_KEY=${A_KEY}\n');
const r = require('dotenv').config({ path: file });
fs.unlinkSync(file);
assert.ifError(r.error);
assert.deepStrictEqual([process.env.A_KEY, process.env.B_KEY], ['plain', 'two words']);
assert.deepStrictEqual(require('dotenv').parse('X=1'), { X: '1' });
