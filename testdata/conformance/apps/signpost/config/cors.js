module.exports.cors = { allRoutes: false, origin: 'http://a.example', credentials: true, methods: 'GET, POST', headers: 'content-type' };
