module.exports = {
  inputs: { name: { type: 'string', required: true }, times: { type: 'number', defaultsTo: 1 } },
  exits: { success: {}, nobody: { responseType: 'notFound' }, loud: { statusCode: 429 }, away: { responseType: 'redirect' }, page: { responseType: 'view', viewTemplatePath: 'pages/page' } },
  fn: async function (inputs, exits) {
    switch (inputs.name) {
      case 'nobody': throw 'nobody';
      case 'loud': throw { loud: { times: inputs.times } };
      case 'away': throw { away: '/door/open' };
      case 'page': throw { page: { word: 'w' } };
      case 'error': throw new Error('knocked too hard');
    }
    var room = this.req.isSocket ? sails.sockets.getId(this.req) : 'http';
    sails.sockets.broadcast('door', 'knock', { name: inputs.name, times: inputs.times }, this.req);
    return exits.success({ heard: inputs.name, socket: room !== 'http' });
  }
};
