module.exports = { urlWildcardSuffix: 'path', inputs: { path: { type: 'string', required: true } }, fn: async function ({ path }) { return { path }; } };
