module.exports = {
  inputs: { h: { type: 'string' } },
  exits: { refused: { statusCode: 409 }, bad: { responseType: 'badRequest' } },
  fn: async function ({ h }) {
    const B = sails.models.boat;
    if (h === 'missing') { await B.create({ seats: 2 }); }
    if (h === 'refused') { await B.create({ seats: 2 }).intercept('E_INVALID_NEW_RECORD', 'refused'); }
    if (h === 'name') { await B.create({ seats: 2 }).intercept({ name: 'UsageError' }, 'refused'); }
    if (h === 'data') { await B.create({ seats: 2 }).intercept('E_INVALID_NEW_RECORD', (e) => ({ bad: { code: e.code } })); }
    if (h === 'own') { await B.create({ seats: 2 }).intercept(() => new Error('mine')); }
    if (h === 'error') { try { await B.create({ seats: 2 }); } catch (e) { throw { refused: e }; } }
    return 'ok';
  }
};
