module.exports = { attributes: { name: 'string', signs: { collection: 'sign', via: 'at' } } };
