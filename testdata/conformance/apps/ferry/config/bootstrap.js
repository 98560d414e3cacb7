module.exports.bootstrap = function (done) { setTimeout(function () { sails.config.custom.booted = true; sails.emit('ferry:ready', 7); return done(); }, 5); };
