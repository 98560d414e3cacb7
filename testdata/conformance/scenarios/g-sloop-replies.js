module.exports = { area: 'g-sails1', title: 'members of res in any order in 1.x', app: 'sloop', versions: ['1.5.18'], steps: require('./lib/replies')(20 + 1, 300, true) };
