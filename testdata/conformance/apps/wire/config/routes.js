module.exports.routes = { '/named/:id': 'WireController.q1', '/named/:id/*': 'wire.q1' };
