var wire = require('./d-wire');
module.exports = Object.assign({}, wire, { area: 'd-wire', title: 'req and res in all forms, in production', env: 'production' });
