module.exports.policies = { 'lend/guarded': 'has-ticket', 'lend/machine-guarded': 'is-warm' };
