var d = require('../../lib/dsl'), io = d.io, open = d.open, json = d.json;
var hidden = { maskBody: true };
module.exports = {
  area: 'f-sockets', title: 'who asks is told of changes to records that it had not subscribed to', app: 'quay', versions: ['0.12.14', '0.10.5'],
  files: { 'config/blueprints.js': 'module.exports.blueprints = { mirror: true };\n' },
  steps: [
    open('a'), open('b'),
    json('POST /crate', { label: 'one' }), json('POST /crate', { label: 'two' }), json('POST /rope', { length: 1 }), json('POST /bell', { tone: 'a' }), json('POST /bell', { tone: 'b' }), json('POST /port', { no: 1 }), json('POST /ship', { code: 'alba' }),
    io('a', 'put /crate/1', { label: 'one!' }), io('a', 'get /crate/update/2?label=two!'), io('a', 'post /crate', { label: 'three' }), io('b', 'delete /crate/2'), io('a', 'delete /crate/1'),
    io('a', 'post /buoy', { colour: 'red' }), io('a', 'post /buoy/1/lamps', { watts: 1 }, hidden), io('b', 'post /lamp', { watts: 2 }), io('b', 'post /buoy/1/lamps/2', undefined, hidden), io('b', 'delete /buoy/1/lamps/2', undefined, hidden), io('a', 'delete /buoy/1/lamps/1', undefined, hidden),
    io('b', 'post /ship/alba/ports/1', undefined, hidden), io('a', 'delete /port/1/ships/alba', undefined, hidden), io('a', 'get /port'), io('a', 'post /port', { no: 2 }), io('a', 'put /port/2', { ships: ['alba'] }, hidden), io('a', 'delete /port/2', undefined, hidden)
  ]
};
