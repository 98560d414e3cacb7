module.exports.http = {
  middleware: {
    order: ['stamp', 'cookieParser', 'session', 'tally', 'bodyParser', 'compress', 'poweredBy', 'maybeFail', 'router', 'www', 'favicon'],
    stamp: function (req, res, next) { res.set('X-Stamp', 'ferry'); req.stamped = Date.now() > 0; return next(); },
    tally: (function () { let n = 0; return function (req, res, next) { req.tally = ++n; return next(); }; })(),
    maybeFail: function (req, res, next) { if (req.query.mw === 'error') { return next(new Error('middleware failed')); } if (req.query.mw === 'throw') { throw new Error('middleware threw'); } if (req.query.mw === 'answer') { return res.status(299).send('from middleware'); } if (req.query.mw === 'status') { return next(Object.assign(new Error('mw status'), { status: 409 })); } return next(); }
  }
};
