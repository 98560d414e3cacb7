module.exports.http = {
  middleware: {
    order: ['startRequestTimer', 'stampFirst', 'cookieParser', 'session', 'bodyParser', 'handleBodyParserError', 'stampLast', 'breaker', 'compress', 'methodOverride', 'poweredBy', '$custom', 'router', 'www', 'favicon', '404', '500'],
    stampFirst: function (req, res, next) { req.stamps = ['first:' + typeof req.body + ':' + typeof req.cookies]; res.setHeader('X-First', req.method); next(); },
    stampLast: function (req, res, next) { req.stamps.push('last:' + typeof req.body + ':' + typeof req.cookies); setTimeout(next, 1); },
    breaker: function (req, res, next) {
      if (req.path === '/breaker/error') { return next(new Error('broken on the way')); }
      if (req.path === '/breaker/status') { var e = new Error('not for you'); e.status = 403; return next(e); }
      if (req.path === '/breaker/throw') { throw new Error('thrown on the way'); }
      if (req.path === '/breaker/answer') { res.statusCode = 203; res.setHeader('Content-Type', 'text/plain'); return res.end('answered early'); }
      next();
    },
    unlisted: function (req, res, next) { req.stamps.push('unlisted'); next(); }
  },
  customMiddleware: function (app) {
    app.use(function (req, res, next) { req.stamps.push('custom'); next(); });
    app.use('/mounted', function (req, res, next) { res.setHeader('X-Mounted', req.url); next(); });
  }
};
