module.exports.policies = { 'door/*': 'has-badge', 'door/open': true, 'door/failing': 'fails', BuoyController: { destroy: 'has-badge' } };
