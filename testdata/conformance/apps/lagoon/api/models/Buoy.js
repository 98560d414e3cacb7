module.exports = {
  attributes: { colour: { type: 'string' }, key: { type: 'string', protect: true }, lamps: { collection: 'lamp', via: 'buoy' } },
  customToJSON: function () { var o = Object.assign({}, this); delete o.key; o.lit = true; return o; }
};
