// a key of its own, several associations with one model, attributes that are hidden
module.exports = {
  autoPK: false,
  attributes: {
    code: { type: 'string', primaryKey: true, unique: true, required: true },
    name: 'string',
    log: { type: 'string', protected: true },
    tons: 'integer',
    captain: { model: 'sailor' },
    crew: { collection: 'sailor', via: 'ship' },
    veterans: { collection: 'sailor', via: 'formerly' },
    ports: { collection: 'port', via: 'ships', dominant: true },
    crates: { collection: 'crate' },
    toJSON: function () { var o = this.toObject(); delete o.log; delete o.tons; o.label = '[' + o.code + ']'; return o; }
  }
};
