module.exports = { area: 'g-sails1', title: 'languages and words in 1.x', app: 'sloop', versions: ['1.5.18'], steps: require('./lib/words')(true) };
