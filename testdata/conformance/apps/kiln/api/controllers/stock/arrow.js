module.exports = async (req, res) => { if (req.query.fail) { throw Object.assign(new Error('arrow failed'), { code: req.query.fail, status: 403 }); } return res.ok({ arrow: true }); };
