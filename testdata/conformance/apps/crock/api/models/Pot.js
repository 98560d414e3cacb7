module.exports = {
  attributes: {
    label: { type: 'string', required: true },
    price: { type: 'number', columnName: 'price_cents' },
    fired: { type: 'boolean' },
    maker: { model: 'potter', columnName: 'maker_id' },
    glaze: { model: 'glaze' },
    fans: { collection: 'potter', via: 'favourites' }
  },
  customToJSON: function () { return Object.assign({ tag: '#' + this.id }, this, { price: undefined }); }
};
