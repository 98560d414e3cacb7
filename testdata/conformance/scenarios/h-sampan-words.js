module.exports = { area: 'h-http', title: 'languages and words', app: 'sampan', versions: ['0.12.14', '0.10.5'], steps: require('./lib/words')() };
