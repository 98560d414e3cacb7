module.exports = { attributes: { title: { type: 'string' }, owner: { model: 'author', required: true }, members: { collection: 'author', via: 'clubs' } } };
