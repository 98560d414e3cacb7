const bcrypt = require('bcrypt-nodejs');
const hash = bcrypt.hashSync('secret', bcrypt.genSaltSync(4));
assert.ok(bcrypt.compareSync('secret', hash));
assert.strictEqual(await new Promise((ok, no) => bcrypt.compare('other', hash, (e, same) => e ? no(e) : ok(same))), false);
assert.strictEqual(await new Promise((ok, no) => bcrypt.hash('x', bcrypt.genSaltSync(4), null, (e, h) => e ? no(e) : ok(h.length))), 60);
