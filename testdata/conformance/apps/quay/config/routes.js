module.exports.routes = {
  'get /list/ships': { target: 'ShipController.find' },
  'get /list/sailors': { blueprint: 'find', model: 'sailor' },
  'post /list/sailors': { blueprint: 'create', model: 'sailor', mirror: true },
  'get /watched/crates': { blueprint: 'find', model: 'crate', autoWatch: true },
  'get /page': { view: 'try/page' },
  'get /moved': '/try/plain',
  'get /path/:a/:b?': 'TryController.params',
  'get /star/*': 'TryController.params',
  'r|^/number/(\\d+)$|n': 'TryController.params',
  'get /inline': function (req, res) { return res.json({ inline: true, socket: !!req.isSocket }); },
  'all /anything': 'TryController.echo',
  'get /chain': [{ policy: 'hasBadge' }, 'TryController.plain']
};
