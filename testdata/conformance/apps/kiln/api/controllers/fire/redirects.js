module.exports = {
  inputs: { to: { type: 'string' } },
  exits: { success: { responseType: 'redirect' }, forever: { responseType: 'redirect', statusCode: 308 }, nowhere: { responseType: 'redirect' } },
  fn: async function ({ to }) {
    if (to === 'forever') { throw { forever: 'https://example.com/ä b' }; }
    if (to === 'nowhere') { throw 'nowhere'; }
    if (to === 'number') { return 5; }
    if (to === 'object') { return { url: '/x' }; }
    if (to === 'relative') { return 'near'; }
    if (to === 'back') { return 'back'; }
    return '/there';
  }
};
