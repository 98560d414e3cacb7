// Notes every callback; a name that is the callback's fails in it.
const note = (name) => function (v, proceed) {
  (sails.lifeLog = sails.lifeLog || []).push([name, JSON.parse(JSON.stringify(v))]);
  if (v && v.name === name) { return proceed(new Error('no ' + name)); }
  if (name === 'beforeCreate') { v.n = (v.n || 0) + 1; }
  if (name === 'beforeUpdate' && v.name) { v.name = v.name + '!'; }
  return proceed();
};
module.exports = {
  attributes: { name: { type: 'string', required: true }, n: { type: 'number' } },
  beforeCreate: note('beforeCreate'), afterCreate: note('afterCreate'),
  beforeUpdate: note('beforeUpdate'), afterUpdate: note('afterUpdate'),
  beforeDestroy: note('beforeDestroy'), afterDestroy: note('afterDestroy')
};
