module.exports = async function () { throw new Error('policy failed'); };
