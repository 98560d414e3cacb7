module.exports = { area: 'd-reqres', title: 'members of res in any order', app: 'sampan', versions: ['0.12.14', '0.10.5'], steps: require('./lib/replies')(30 + 1, 300, false) };
