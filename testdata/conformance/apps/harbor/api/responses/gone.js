module.exports = function gone(data) { this.res.status(410); if (data === undefined) { return this.res.send('gone for good'); } return this.res.json({ gone: data, path: this.req.path }); };
