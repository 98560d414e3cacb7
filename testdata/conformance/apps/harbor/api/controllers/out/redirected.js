module.exports = { inputs: { to: { type: 'string' } }, exits: { success: { responseType: 'redirect' } }, fn: async function ({ to }) { return to === 'far' ? 'http://example.com/a b' : '/' + to; } };
