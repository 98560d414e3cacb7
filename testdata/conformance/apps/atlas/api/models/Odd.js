// attributes that are called like parameters of the default actions
module.exports = {
  schema: false,
  attributes: { limit: 'integer', skip: 'integer', sort: 'string', where: 'json', populate: 'string', callback: 'string', select: 'string', or: 'string', type: 'string', model: 'string', length: 'integer', values: 'json', 'two words': 'string', _under: 'string', Upper: 'string' }
};
