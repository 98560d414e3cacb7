module.exports.policies = { '*': 'seen', 'admin/tool': { '*': true, secret: ['seen', 'hasKey'] }, PersonController: { destroy: false, create: 'hasKey' } };
