module.exports = { area: 'g-sails1', title: 'random requests to default actions of 1.x', app: 'sloop', versions: ['1.5.18'], steps: require('./lib/requests')(1, 320, true) };
