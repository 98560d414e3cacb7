// Runs beside the app: `node inside.js` with Sails, `framework test inside.js` in the server. It offers
// the app object to the process that runs the tests, which has made the pipes:
// "in" holds messages for this side, "bell" one byte before each of them, "out" messages of this side.
'use strict';
var fs = require('fs');
var path = require('path');
var pipes = require('./pipes');
var Wire = require('./wire');

function serve() {
  var folder = process.env.SUITES_PIPES;
  var input = fs.openSync(path.join(folder, 'in'), 'r+');
  var bell = fs.openSync(path.join(folder, 'bell'), 'r+');
  var output = fs.openSync(path.join(folder, 'out'), 'r+');
  var taken = 0, rung = 0; // messages
  var wire = new Wire({
    send: function (message) { pipes.write(output, message); },
    receive: function () { taken++; return pipes.read(input); },
  });
  (function listen() {
    fs.read(bell, Buffer.alloc(1), 0, 1, null, function (err) {
      if (err) { throw err; }
      rung++;
      if (rung > taken) { wire.answer(wire.receive()); }
      listen();
    });
  })();
  // The other process calls app.lift(…) or app.load(…); `framework test` looks for these words, and leaves it to us.
  var app = require(process.env.SUITES_SAILS || 'sails');
  wire.send({ app: wire.encode(app) });
}

// An error that nothing catches fails the running test in the server and would end Sails; the tests see it where they
// wait, and go on with the same app.
if (typeof describe === 'function') {
  serve();
  for (var i = 0; i < 1000; i++) { it('is used by another process', function (done) {}); }
} else {
  process.on('uncaughtException', function (err) { console.error(err); });
  serve();
}
