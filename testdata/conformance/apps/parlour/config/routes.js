module.exports.routes = {
  '/explicit/string': 'ReplyController.envelopeCode',
  '/explicit/lower': 'reply.envelopecode',
  '/explicit/object': { controller: 'Reply', action: 'envelopeCode' },
  '/explicit/view': 'ReplyController.ownCase',
  '/stamps': function (req, res) { res.json(req.stamps); },
  '/mounted/below': function (req, res) { res.json({ url: req.url, original: req.originalUrl }); },
  '/view/target': { view: 'parts/page', locals: { who: 'route' } },
  '/view/bare': { view: 'parts/page', locals: { who: 'bare', layout: null } }
};
