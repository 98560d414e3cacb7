var one = require('./g-ferry-cors');
module.exports = { area: 'g-sails1', title: 'CORS on all routes', app: 'ferry', versions: ['1.5.18'], steps: one.steps, files: { 'config/security.js': "module.exports.security = { cors: { allRoutes: true, allowOrigins: '*', allowCredentials: false } };" } };
