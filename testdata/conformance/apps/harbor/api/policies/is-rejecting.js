module.exports = async function (req, res, proceed) { throw new Error('policy rejected'); };
