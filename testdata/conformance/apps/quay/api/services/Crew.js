// services speak to sockets as actions do
module.exports = {
  tell: function (room, text) { sails.sockets.broadcast(room, 'told', { text: text }); },
  touch: function (id, cb) { Sailor.update({ id: id }, { name: 'touched' }).exec(function (err, list) { if (!err) { Sailor.publishUpdate(id, { name: 'touched' }); } cb(err, list); }); }
};
