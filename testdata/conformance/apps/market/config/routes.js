module.exports.routes = {
  'get /': { view: 'home' }, '/hello/:name?': function (req, res) { res.json({ hello: req.param('name') || null, all: req.params.all() }); },
  'post /things': 'ItemController.create', 'GET /things/:id': { controller: 'item', action: 'findOne' }, 'GET /people': { blueprint: 'find', model: 'person' },
  '/old/*': '/item/str', 'r|^/x(\\d+)/(\\w+)$|a,b': 'ItemController.who', 'DELETE /item/:id': { response: 'forbidden' }, '/multi': [{ policy: 'hasKey' }, 'item.str'],
  'GET /limited': { controller: 'item', action: 'find', limit: 1, sort: 'sku DESC' }, 'GET /justtoys': { target: 'ItemController.find', where: { kind: 'toy' } }
};
Object.assign(module.exports.routes, { 'GET /o1': 'PersonController.opts', '/o2': { controller: 'person', action: 'opts', x: 1 }, 'r|^/o3$|': 'PersonController.opts', 'get /o4': [{ policy: 'seen' }, 'PersonController.opts'], 'GET /o5': { target: 'PersonController.opts', skipAssets: true }, '/o6/*': { controller: 'PersonController', action: 'opts', skipAssets: true, cors: false } });
