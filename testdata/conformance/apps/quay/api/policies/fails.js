module.exports = function () { throw new Error('policy failed'); };
