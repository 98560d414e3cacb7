const bcrypt = require('bcrypt');
const hash = await bcrypt.hash('secret', 4);
assert.ok(/^\$2b\$04\$.{53}$/.test(hash));
assert.strictEqual(await bcrypt.compare('secret', hash), true);
assert.strictEqual(bcrypt.compareSync('other', hash), false);
assert.strictEqual(bcrypt.hashSync('secret', hash.slice(0, 29)), hash);
assert.strictEqual(bcrypt.getRounds(hash), 4);
await new Promise((ok, no) => bcrypt.genSalt(4, (e, salt) => e ? no(e) : bcrypt.hash('x', salt, (e, h) => e ? no(e) : ok(h))));
