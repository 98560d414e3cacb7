// a hook with defaults, and routes on both sides of the project's own
module.exports = function probe(sails) {
  return {
    seen: [],
    defaults: { probe: { on: true, level: 1 } },
    configure: function () { sails.config.probe.level = sails.config.probe.level + 1; this.seen.push('configure'); },
    initialize: function (cb) { var hook = this; hook.seen.push('initialize'); sails.on('lifted', function () { hook.seen.push('lifted'); }); sails.after('hook:orm:loaded', function () { hook.seen.push('orm'); }); setTimeout(cb, 5); },
    routes: {
      before: { 'GET /probe/before': function (req, res) { res.json({ side: 'before', session: typeof req.session, marks: req.marks || null }); }, '/*': function (req, res, next) { req.hooked = (req.hooked || 0) + 1; next(); }, 'GET /sign/hooked': function (req, res, next) { req.marks = ['hook']; next(); } },
      after: { 'GET /probe/after': function (req, res) { res.json({ side: 'after', hooked: req.hooked || 0 }); }, 'GET /way/hello': function (req, res) { res.send('never'); }, 'GET /unfound/:x': function (req, res) { res.json({ after: req.params.x, hooked: req.hooked || 0 }); } }
    }
  };
};
