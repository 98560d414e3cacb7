const bcrypt = require('bcryptjs');
const hash = await bcrypt.hash('secret', 4);
assert.ok(await bcrypt.compare('secret', hash));
assert.ok(!bcrypt.compareSync('other', hash));
assert.ok(bcrypt.compareSync('abc', '$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i'));
assert.strictEqual(require('bcrypt').compareSync('secret', hash), true);
