module.exports = function (data) { this.res.status(418); return this.res.jsonx({ tea: data, path: this.req.path }); };
