module.exports.policies = {
  '*': 'sub/mark',
  WayController: { hello: ['key', 'sub/mark'], step: true, shut: false, failing: 'failing', failText: 'failText', failStatus: 'failStatus', twice: ['sub/mark', 'sub/mark'], late: 'late', answered: 'answers', locals: 'locals', fnlist: [function (req, res, next) { req.marks = (req.marks || []).concat('inline'); next(); }, 'sub/mark'] },
  sign: { find: true, create: ['sub/mark', 'key'], destroy: false, populate: 'key', add: false, UPDATE: 'key' },
  'deep/er/DownController': { '*': 'key', open: true },
  PlainController: ['key'],
  ShutController: false
};
