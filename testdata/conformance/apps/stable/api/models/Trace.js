function note(name) {
  return function (v, next) {
    (sails.traced = sails.traced || []).push([name, JSON.parse(JSON.stringify(v || null))]);
    if (v && v.name === name) { return next(new Error('no ' + name)); }
    if (name === 'beforeValidate' && v.name) { v.name = v.name + '*'; }
    if (name === 'beforeCreate') { v.n = (v.n || 0) + 1; }
    if (name === 'beforeUpdate') { v.n = 100; }
    next();
  };
}
module.exports = {
  attributes: { name: { type: 'string', required: true }, n: 'integer' },
  beforeValidate: note('beforeValidate'), afterValidate: note('afterValidate'),
  beforeCreate: note('beforeCreate'), afterCreate: note('afterCreate'),
  beforeUpdate: [note('beforeUpdate')], afterUpdate: note('afterUpdate'),
  beforeDestroy: note('beforeDestroy'), afterDestroy: note('afterDestroy')
};
