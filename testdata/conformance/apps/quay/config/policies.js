module.exports.policies = {
  DoorController: { '*': false, open: true, named: 'hasBadge', both: ['hasBadge', 'notesPath'], thrown: 'fails' },
  BuoyController: { destroy: 'hasBadge', create: ['notesPath'] }
};
