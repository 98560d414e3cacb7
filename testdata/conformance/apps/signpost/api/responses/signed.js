module.exports = function signed(data) { this.res.status(299); this.res.json({ signed: this.req.path, data: data === undefined ? 'undefined' : data }); };
