module.exports = {
  inputs: { how: { type: 'string' } },
  fn: async function ({ how }) {
    const told = (e) => ({ name: e.name, code: e.code, exit: e.exit, raw: e.raw instanceof Error ? e.raw.message : e.raw, problems: e.problems, first: String(e.message).split('\n')[0] });
    try {
      switch (how) {
        case 'serial': return { v: await sails.helpers.cargo.weigh('abc', 2, 'kg') };
        case 'named': return { v: await sails.helpers.cargo.weigh.with({ box: 'abc', times: 3 }) };
        case 'numeric': return { v: await sails.helpers.cargo.weigh('abc', '2') };
        case 'missing': return { v: await sails.helpers.cargo.weigh() };
        case 'wrong': return { v: await sails.helpers.cargo.weigh('abc', 'two', 'lb') };
        case 'exit': return { v: await sails.helpers.cargo.weigh('heavy') };
        case 'bare-exit': return { v: await sails.helpers.cargo.weigh('empty') };
        case 'error': return { v: await sails.helpers.cargo.weigh('broken') };
        case 'coded': return { v: await sails.helpers.cargo.weigh('coded') };
        case 'both': return { v: await sails.helpers.callBoth('abc') };
        case 'both-heavy': return { v: await sails.helpers.callBoth('heavy') };
        case 'both-empty': return { v: await sails.helpers.callBoth('empty') };
        case 'deep': return { v: await sails.helpers.ship.deep.whoAmI() };
        case 'list': return { v: [Object.keys(sails.helpers).sort(), Object.keys(sails.helpers.cargo).sort()] };
        case 'json': return { v: sails.helpers.cargo.doubleIt.toJSON() };
        case 'started': return { v: [sails.afloat, sails.hooks.crane.weight] };
      }
    } catch (err) { return { failed: told(err) }; }
  }
};
