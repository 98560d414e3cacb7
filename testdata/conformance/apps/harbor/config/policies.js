module.exports.policies = {
  '*': 'note-star',
  'dock/*': ['note-dock', 'note-second'],
  'dock/open': true,
  'dock/shut': false,
  'dock/inline': function (req, res, proceed) { req.notes = ['inline']; return proceed(); },
  'dock/failing': 'is-failing',
  'dock/rejecting': 'is-rejecting',
  'dock/helped': 'is-helped',
  'sub/nest/hi/*': 'note-nest',
  PlainController: { old: 'note-dock', '*': 'note-second' }
};
