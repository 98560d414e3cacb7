module.exports = {
  types: { even: function (v) { return v % 2 === 0; } },
  attributes: { items: { collection: 'item', via: 'orders', dominant: true }, buyer: { model: 'person' }, amount: { type: 'integer', even: true }, state: { type: 'string', defaultsTo: 'new' } },
  beforeCreate: function (v, next) { v.trace = (v.trace || []).concat('bc'); next(); },
  afterCreate: function (r, next) { r.seen = true; next(); },
  beforeUpdate: function (v, next) { if (v.state === 'never') { return next('refused'); } v.trace = ['bu']; next(); },
  afterUpdate: function (r, next) { r.after = 'au'; next(); },
  beforeDestroy: function (c, next) { if (c && c.where && c.where.id === 3) { return next(new Error('keep me')); } next(); },
  afterDestroy: function (r, next) { next(); }
};
