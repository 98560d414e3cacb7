module.exports = { point: function (n) { return n + this.off; }, off: 40 };
