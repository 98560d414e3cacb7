module.exports = {
  autoPK: false, connection: 'barn', schema: true,
  attributes: { code: { type: 'string', primaryKey: true, unique: true, required: true }, size: { type: 'integer', defaultsTo: 4 }, horses: { collection: 'horse', via: 'stall' } }
};
