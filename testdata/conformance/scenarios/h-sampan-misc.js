module.exports = { area: 'h-http', title: 'sessions, cookies, locales, files and views', app: 'sampan', versions: ['0.12.14', '0.10.5'], steps: require('./lib/misc')(false) };
