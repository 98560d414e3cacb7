module.exports = { attributes: { size: { type: 'number' }, jars: { collection: 'jar', via: 'lids' } } };
