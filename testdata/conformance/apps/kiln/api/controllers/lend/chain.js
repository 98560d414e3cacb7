module.exports = {
  inputs: { how: { type: 'string' } },
  exits: { cracked: { statusCode: 424 }, conflict: { statusCode: 409 } },
  fn: async function ({ how }) {
    const bake = (m) => sails.helpers.clay.bake(m);
    switch (how) {
      case 'tolerate-all': return { v: (await bake(-1).tolerate()) === undefined };
      case 'tolerate-all-error': return { v: (await bake(-3).tolerate()) === undefined };
      case 'tolerate-fn-all': return { v: await bake(-3).tolerate((e) => e.message) };
      case 'tolerate-value': return { v: await bake(-1).tolerate('cracked', () => 'ok') };
      case 'tolerate-object': return { v: await bake(-4).tolerate({ code: 'E_KILN' }, () => 'kiln') };
      case 'tolerate-other': return { v: await bake(-1).tolerate('raw') };
      case 'tolerate-list': return { v: await bake(-2).tolerate(['cracked', 'raw'], (e) => e.raw) };
      case 'tolerate-first': return { v: await bake(-1).tolerate('cracked', () => 'first').tolerate(() => 'second') };
      case 'intercept-exit': return { v: await bake(-1).intercept('cracked', 'cracked') };
      case 'intercept-data': return { v: await bake(-2).intercept('raw', (e) => ({ conflict: e.raw })) };
      case 'intercept-fn': return { v: await bake(-3).intercept((e) => new Error('wrapped: ' + e.message)) };
      case 'intercept-obj': return { v: await bake(-4).intercept({ code: 'E_KILN' }, 'conflict') };
      case 'intercept-name': return { v: await sails.helpers.clay.bake('x').intercept({ name: 'UsageError' }, 'conflict') };
      case 'intercept-code-usage': return { v: await sails.helpers.clay.bake('x').intercept('E_INVALID_ARGINS', 'conflict') };
      case 'intercept-none': return { v: await bake(3).intercept('cracked', 'conflict') };
      case 'intercept-undefined': return { v: await bake(-1).intercept('cracked', () => undefined) };
      case 'intercept-all': return { v: await bake(-1).intercept('conflict') };
      case 'intercept-then-tolerate': return { v: await bake(-1).intercept('cracked', () => Object.assign(new Error('x'), { code: 'E_Y' })).tolerate('E_Y', () => 'tolerated') };
      case 'catch': return { v: await bake(-1).catch((e) => [e.name, e.code]) };
      case 'catch-filter': return { v: await bake(-1).catch('cracked', (e) => 'filtered ' + e.code) };
      case 'catch-object': return { v: await bake(-4).catch({ code: 'E_KILN' }, () => 'filtered') };
      case 'try': try { await bake(-2); } catch (e) { if (e.code === 'raw') { throw { conflict: e.raw }; } } return;
      case 'rethrow': try { await bake(-1); } catch (e) { throw e; } return;
      case 'finally': return { v: await bake(4).finally ? 'has' : 'not' };
      case 'timeout': return { v: await bake(80).timeout(20) };
      case 'timeout-caught': return { v: await bake(80).timeout(20).catch((e) => [e.name, e.code, String(e.message).split('\n')[0]]) };
      case 'timeout-tolerate': return { v: await bake(80).timeout(20).tolerate({ name: 'TimeoutError' }, () => 'late') };
      case 'retry-fail': sails.tries = 0; try { await sails.helpers.clay.fetchTwice(9).retry('busy', [1, 1]); } catch (e) { const t = sails.tries; sails.tries = 0; return [e.code, t]; } return;
      case 'twice': { const d = bake(3); return { v: [await d, await d] }; }
      case 'sync-throw': sails.helpers.clay.mold('x', 3); return;
      case 'sync-tolerate': return { v: sails.helpers.clay.mold('x', 3) };
      case 'sync-intercept': return { v: sails.helpers.clay.mold.with({ a: 3, b: 'x' }) };
      case 'unknown-exit': return { v: await bake(-5) };
      case 'nested': return { v: await bake(-8) };
    }
  }
};
