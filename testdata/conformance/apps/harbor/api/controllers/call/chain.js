module.exports = {
  inputs: { how: { type: 'string' } },
  exits: { success: {}, heavy: { statusCode: 413 } },
  fn: async function ({ how }) {
    const weigh = (box) => sails.helpers.cargo.weigh(box);
    switch (how) {
      case 'tolerate': return { v: (await weigh('heavy').tolerate('tooHeavy')) === undefined };
      case 'tolerate-fn': return { v: await weigh('heavy').tolerate('tooHeavy', (e) => e.raw.kg) };
      case 'tolerate-code': return { v: await weigh('coded').tolerate('E_CODED', () => 'coded') };
      case 'tolerate-name': return { v: await sails.helpers.cargo.weigh().tolerate({ name: 'UsageError' }, (e) => e.code) };
      case 'intercept': try { await weigh('heavy').intercept('tooHeavy', (e) => new Error('I ' + e.code)); } catch (e) { return { v: e.message }; } break;
      case 'intercept-throw': await weigh('heavy').intercept('tooHeavy', 'heavy'); break;
      case 'catch': return { v: await weigh('empty').catch((e) => e.code) };
      case 'then': return { v: await weigh('abc').then((v) => v + '!') };
      case 'all': return { v: await Promise.all([weigh('a'), weigh('ab'), weigh('heavy').tolerate('tooHeavy', () => 'x')]) };
      case 'exec': return { v: await new Promise((resolve) => weigh('heavy').exec((err, v) => resolve([err.code, v === undefined]))) };
      case 'switch': return { v: await new Promise((resolve) => weigh('heavy').switch({ success: () => resolve('s'), tooHeavy: (d) => resolve(d), error: () => resolve('e') })) };
      case 'timeout': return { v: await sails.helpers.cargo.weigh('abc').timeout(2000) };
    }
    return { how };
  }
};
