module.exports = { attributes: { at: { type: 'string', columnType: 'varchar(9)' }, vial: { model: 'vial', required: true } } };
