module.exports = function (req, res) { return res.json(Object.keys(sails.getActions()).filter((k) => !/^(security|model)/.test(k)).sort()); };
