// the project numbers these itself
module.exports = {
  autoPK: false,
  attributes: { id: { type: 'integer', primaryKey: true, unique: true, required: true }, text: 'string', about: { model: 'country' }, tags: { collection: 'tag', via: 'notes' } }
};
