module.exports = async function (req, res, proceed) { if (req.session && req.session.badge) { return proceed(); } return res.forbidden(); };
