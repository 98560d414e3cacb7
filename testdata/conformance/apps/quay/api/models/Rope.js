var notes = [];
module.exports = {
  attributes: { length: 'integer', bells: { collection: 'bell', via: 'rope' } },
  notes: notes,
  beforePublishAdd: function (id, alias, added, req) { notes.push(['beforeAdd', Number(id), alias, typeof added, !!req]); },
  afterPublishAdd: function (id, alias, added, req) { notes.push(['afterAdd', Number(id), alias, typeof added, !!req]); },
  beforePublishRemove: function (id, alias, removed, req) { notes.push(['beforeRemove', Number(id), alias, Number(removed), !!req]); },
  afterPublishRemove: function (id, alias, removed, req) { notes.push(['afterRemove', Number(id), alias, Number(removed), !!req]); },
  broadcast: function (room, event, data, omit) { sails.sockets.broadcast(room, 'rope-' + event, { own: data }, omit); }
};
