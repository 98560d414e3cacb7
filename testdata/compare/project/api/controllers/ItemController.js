module.exports = {
  hello: function (req, res) { return res.json({ hello: 'world', list: [1, 2, 3], nested: { ok: true } }); },
  one: function (req, res) {
    Item.findOne(req.param('id')).exec(function (err, item) {
      if (err) { return res.serverError(err); }
      return res.json(item);
    });
  },
  compute: function (req, res) {
    let sum = 0;
    for (let i = 0; i < 20000; i++) { sum = (sum * 31 + i) % 1000003; }
    return res.json({ sum: sum });
  }
};
