module.exports.session = { secret: 'fixture-secret-not-for-real-use', name: 'ferry.sid', cookie: { maxAge: 3600000 }, isSessionDisabled: function (req) { return /^\/nosession/.test(req.path); } };
