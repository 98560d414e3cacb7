var one = require('./g-ferry-server');
module.exports = { area: 'g-sails1', title: 'routes, answers and views in production', app: 'ferry', versions: ['1.5.18'], env: 'production', steps: one.steps };
