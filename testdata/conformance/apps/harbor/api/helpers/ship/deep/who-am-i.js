module.exports = { fn: async function () { return { keys: Object.keys(this), path: this.req ? this.req.path : null }; } };
