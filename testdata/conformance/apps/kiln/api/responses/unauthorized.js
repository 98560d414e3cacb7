module.exports = function unauthorized() { const { req, res } = this; if (req.wantsJSON) { return res.sendStatus(401); } return res.redirect('/login'); };
