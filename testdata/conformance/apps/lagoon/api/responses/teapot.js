module.exports = function teapot(data) { return this.res.status(418).json({ short: 'stout', data: data, socket: !!this.req.isSocket }); };
