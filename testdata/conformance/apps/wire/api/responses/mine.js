module.exports = function (a, b) { this.res.status(299); this.res.send({ a: a, b: b, same: this.req.res === this.res }); };
