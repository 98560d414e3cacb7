module.exports = async function (req, res) { return res.ok(); };
