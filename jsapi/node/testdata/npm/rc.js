process.env.scratch_port = '81';
process.env.scratch_db__host = 'h';
const c = require('rc')('scratch', { port: 80, name: 'n', db: { host: 'x', user: 'u' } });
assert.deepStrictEqual([c.port, c.name, c.db], ['81', 'n', { host: 'h', user: 'u' }]);
