module.exports = { fromLocal: true, merged: { c: 3 } };
