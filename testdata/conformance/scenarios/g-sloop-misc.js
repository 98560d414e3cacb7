module.exports = { area: 'g-sails1', title: 'sessions, cookies, locales, files and views in 1.x', app: 'sloop', versions: ['1.5.18'], steps: require('./lib/misc')(true) };
