// streammarks: how much streams buffer.
var validate = require('validate'), marks = { bytes: 16384, objects: 16 };

exports.of = function (objectMode) { return objectMode ? marks.objects : marks.bytes; };
exports.set = function (objectMode, value) {
  validate.integer(value, 'value', 0);
  marks[objectMode ? 'objects' : 'bytes'] = value;
};
// given returns the mark of options, or null where they have none; of one side of a
// Duplex the name of that is passed.
exports.given = function (o, side) {
  var v = o.highWaterMark, name = 'options.highWaterMark';
  if ((v === undefined || v === null) && side) { v = o[side]; }
  if (v === undefined || v === null) { return null; }
  if (!Number.isInteger(v) || v < 0) { throw validate.invalidValue(side ? 'options.' + side : name, v); }
  return v;
};
