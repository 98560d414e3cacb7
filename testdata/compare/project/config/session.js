module.exports.session = { secret: 'of a server that only this machine reaches' };
