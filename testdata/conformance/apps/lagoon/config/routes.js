module.exports.routes = {
  'GET /list/sailors': 'sailor/find',
  'POST /list/sailors': { action: 'sailor/create', mirror: true },
  'PATCH /mirrored/sailors/:id': { action: 'sailor/update', mirror: true },
  'PUT /mirrored/ships/:parentid/crew/:childid': { action: 'ship/add', alias: 'crew', mirror: true },
  'PUT /mirrored/ships/:parentid/crew': { action: 'ship/replace', alias: 'crew', mirror: true },
  'DELETE /mirrored/ships/:parentid/crew/:childid': { action: 'ship/remove', alias: 'crew', mirror: true },
  'DELETE /mirrored/sailors/:id': { action: 'sailor/destroy', mirror: true },
  'GET /page': { view: 'pages/page' },
  'GET /moved': '/try/plain',
  'GET /path/:a/:b?': 'try/params',
  'GET /star/*': 'try/params',
  'r|^/number/(\\d+)$|n': 'try/params',
  'GET /inline': async function (req, res) { return res.json({ inline: true, socket: !!req.isSocket }); },
  '/anything': 'try/echo',
  'GET /csrf': { action: 'security/grant-csrf-token' }
};
