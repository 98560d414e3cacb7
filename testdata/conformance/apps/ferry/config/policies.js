module.exports.policies = {
  '*': 'mark-all',
  'port/*': ['mark-all', 'mark-port'],
  'port/open': true, 'port/shut': false, 'port/list': ['mark-port', function (req, res, proceed) { req.marks = (req.marks || []).concat('inline'); return proceed(); }], 'port/deep': 'deep/mark-deep', 'port/machine': 'gate',
  'port/many': ['mark-all', 'mark-all', 'mark-port'],
  'api/*': 'mark-all', 'api/v1/*': 'mark-port', 'api/v1/user/find': [],
  TalkController: { '*': 'mark-port', quiet: 'mark-all', shut: false, open: true },
  'talk/inner/*': 'deep/mark-deep'
};
