module.exports = { total: function (l) { return l.reduce(function (a, b) { return a + b; }, 0); }, name2: 'pricing' };
