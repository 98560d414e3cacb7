module.exports = async function (req, res, proceed) { req.notes = (req.notes || []).concat('dock'); return proceed(); };
