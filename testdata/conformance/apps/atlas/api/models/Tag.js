var n = 0;
module.exports = {
  autoPK: false,
  attributes: { id: { type: 'string', primaryKey: true, unique: true, defaultsTo: function () { return 'tag-' + (++n); } }, label: { type: 'string', enum: ['red', 'green', 'blue'] }, notes: { collection: 'note', via: 'tags', dominant: true } }
};
