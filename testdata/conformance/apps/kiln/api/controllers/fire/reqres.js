module.exports = {
  inputs: { a: { type: 'string' } },
  fn: async function (inputs) {
    return { method: this.req.method, url: this.req.url, path: this.req.path, all: this.req.allParams(), action: this.req.options.action, keys: Object.keys(this).sort(), sails: typeof this.sails, wants: this.req.wantsJSON, isSocket: this.req.isSocket, param: this.req.param('a', 'dflt'), other: this.req.param('zz', 'dflt'), heat: sails.config.custom.heat, inputs };
  }
};
