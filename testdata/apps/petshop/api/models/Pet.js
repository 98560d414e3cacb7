module.exports = {
  attributes: {
    name: { type: 'string', required: true },
    species: { type: 'string', enum: ['dog', 'cat', 'parrot', 'tortoise'], defaultsTo: 'dog' },
    meals: { type: 'integer', defaultsTo: 0, min: 0 },
    owner: { model: 'owner' },
    toys: { collection: 'toy', via: 'pets', dominant: true }
  }
};
