module.exports.routes = {
  'GET /': 'ShopController.front',
  'GET /pet/census': { blueprint: 'census' },
  // One action route switched off for one verb: feeding is a POST.
  'GET /pet/feed/:id': { response: 'notFound' }
};
