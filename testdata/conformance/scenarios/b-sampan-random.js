module.exports = { area: 'b-associations', title: 'random requests to default actions', app: 'sampan', versions: ['0.12.14', '0.10.5'], steps: require('./lib/requests')(10 + 1, 320, false) };
