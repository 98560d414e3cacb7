module.exports = function teapot(data) { return this.res.json({ tea: data === undefined ? 'none' : data, status: this.res.statusCode }); };
