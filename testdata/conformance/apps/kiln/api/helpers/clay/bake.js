module.exports = {
  friendlyName: 'Bake', description: 'Bakes clay.',
  inputs: { minutes: { type: 'number', required: true, max: 90, description: 'How long.' }, glaze: { type: 'string', isIn: ['blue', 'red'] }, opts: { type: {}, defaultsTo: {} } },
  exits: { success: { outputType: 'string' }, cracked: { description: 'It cracked.' }, raw: { outputFriendlyName: 'How raw' } },
  fn: async function ({ minutes, glaze, opts }) {
    if (minutes === -1) { throw 'cracked'; }
    if (minutes === -2) { throw { raw: { by: 3 } }; }
    if (minutes === -3) { throw new Error('the kiln broke'); }
    if (minutes === -4) { throw Object.assign(new Error('coded kiln'), { code: 'E_KILN' }); }
    if (minutes === -5) { throw 'nothing we know'; }
    if (minutes === -6) { throw { what: 1 }; }
    if (minutes === -7) { throw Object.assign(new TypeError('typed'), { code: 'cracked' }); }
    if (minutes === -8) { await sails.helpers.clay.bake(-1); }
    if (minutes === -9) { throw undefined; }
    if (minutes === 80) { await new Promise((r) => setTimeout(r, 300)); }
    return minutes + (glaze || '') + Object.keys(opts).join();
  }
};
