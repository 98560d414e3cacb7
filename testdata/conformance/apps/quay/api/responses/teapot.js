module.exports = function (data) { this.res.status(418); return this.res.jsonx({ short: 'stout', data: data, socket: !!this.req.isSocket }); };
