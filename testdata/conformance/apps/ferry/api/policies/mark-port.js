module.exports = async function (req, res, proceed) { req.marks = (req.marks || []).concat('port'); return proceed(); };
