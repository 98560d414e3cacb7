module.exports = { attributes: { holder: { model: 'lab' }, held: { model: 'vial' }, since: { type: 'number' } } };
