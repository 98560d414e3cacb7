module.exports = {

  // GET /owner/greet/1: an action of one's own, in addition to the eight
  // default ones.
  greet: function (req, res) {
    Owner.findOne(req.param('id')).exec(function (err, owner) {
      if (err) { return res.negotiate(err); }
      if (!owner) { return res.notFound(); }
      return res.json({ greeting: owner.greeting() });
    });
  }

};
