module.exports = {
  tableName: 'horses_table',
  attributes: {
    name: { type: 'string', required: true },
    speed: { type: 'integer', columnName: 'top_speed' },
    owner: { model: 'rider', columnName: 'owner_id' },
    stall: { model: 'stall' },
    riders: { collection: 'rider' }
  }
};
