module.exports.security = {
  cors: { allRoutes: false, allowOrigins: ['https://a.example', 'https://b.example'], allowCredentials: true, allowRequestMethods: 'GET,POST,PUT', allowRequestHeaders: 'content-type,x-own', allowResponseHeaders: 'x-shown' },
  csrf: false
};
