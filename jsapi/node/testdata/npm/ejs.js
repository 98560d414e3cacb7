const ejs = require('ejs');
assert.strictEqual(ejs.render('<% for (const u of users) { %><li><%= u %></li><% } %><%- raw %>', { users: ['<a>', 'b'], raw: '<hr>' }), '<li>&lt;a&gt;</li><li>b</li><hr>');
assert.throws(() => ejs.render('<%= none.of %>', {}), /none is not defined/);
assert.strictEqual(await ejs.render('<%= await later() %>', { later: async () => 'x' }, { async: true }), 'x');
