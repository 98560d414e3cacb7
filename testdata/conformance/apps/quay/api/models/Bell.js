// notes what its own hooks are given, and says things in its own words
var notes = [];
function kind(req) { return req ? (req.isSocket ? 'socket' : 'http') : typeof req; }
module.exports = {
  attributes: { tone: 'string', rope: { model: 'rope' } },
  notes: notes,
  beforePublishCreate: function (values, req) { notes.push(['beforeCreate', values.id, kind(req)]); },
  afterPublishCreate: function (values, req) { notes.push(['afterCreate', values.id, kind(req)]); },
  beforePublishUpdate: function (id, changes, req, options) { notes.push(['beforeUpdate', Number(id), changes.tone, kind(req), typeof options]); },
  afterPublishUpdate: function (id, changes, req, options) { notes.push(['afterUpdate', Number(id), changes.tone, kind(req), typeof options]); },
  beforePublishDestroy: function (id, req, options) { notes.push(['beforeDestroy', Number(id), kind(req), !!(options && options.previous)]); },
  afterPublishDestroy: function (id, req, options) { notes.push(['afterDestroy', Number(id), kind(req), !!(options && options.previous)]); },
  toldBy: function () { return 'bell'; }
};
