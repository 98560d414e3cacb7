module.exports = {
  attributes: {
    sku: { type: 'string', primaryKey: true, unique: true, required: true },
    name: { type: 'string', required: true, minLength: 2, maxLength: 12 },
    price: { type: 'float', min: 0, max: 1000, defaultsTo: 9.5 },
    stock: { type: 'integer', defaultsTo: function () { return 3; } },
    kind: { type: 'string', enum: ['tool', 'toy', 'food'] },
    tags: { type: 'array' },
    meta: { type: 'json' },
    sold: { type: 'boolean', defaultsTo: false },
    until: { type: 'date' },
    mail: { type: 'email' },
    site: { type: 'string', url: true },
    ip: { type: 'string', ip: true },
    code: { type: 'string', regex: /^[A-Z]{2}\d+$/ },
    count2: { type: 'integer', in: [1, 2, 3] },
    note: { type: 'text', notEmpty: true },
    hexa: { type: 'hexadecimal' },
    alpha: { type: 'string', alpha: true },
    shelf: { model: 'shelf' },
    orders: { collection: 'order', via: 'items' },
    label: function () { return this.sku + ':' + this.name; },
    toJSON: function () { var o = this.toObject(); o.label = this.label(); delete o.mail; return o; }
  },
  autoPK: false
};
