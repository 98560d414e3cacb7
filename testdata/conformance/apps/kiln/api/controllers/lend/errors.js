const facts = (e) => e === undefined ? 'undefined' : ({ isError: e instanceof Error, name: e.name, code: e.code, exit: e.exit, raw: e.raw instanceof Error ? ['Error', e.raw.message] : e.raw, problems: e.problems, keys: Object.keys(e).sort(), message: e.message, json: typeof e.toJSON, str: Object.prototype.toString.call(e) });
module.exports = {
  inputs: { how: { type: 'string' } },
  fn: async function ({ how }) {
    const h = sails.helpers;
    const calls = {
      missing: () => h.clay.bake(), wrong: () => h.clay.bake('abc', 'green', 'x'), max: () => h.clay.bake(91), null: () => h.clay.bake(null), object: () => h.clay.bake({ minutes: 1 }), list: () => h.clay.bake([1]),
      unknown: () => h.clay.bake.with({ minutes: 1, nope: 2 }), many: () => h.clay.bake(1, 'red', {}, 'four'), withText: () => h.clay.bake.with('text'), withNone: () => h.clay.bake.with(),
      cracked: () => h.clay.bake(-1), raw: () => h.clay.bake(-2), error: () => h.clay.bake(-3), coded: () => h.clay.bake(-4), text: () => h.clay.bake(-5), dict: () => h.clay.bake(-6), codedAsExit: () => h.clay.bake(-7), nested: () => h.clay.bake(-8), undef: () => h.clay.bake(-9),
      timeout: () => h.clay.bake(80).timeout(10), low: () => h.clay.oldStyle(-1), high: () => h.clay.oldStyle(101), fifty: () => h.clay.oldStyle(50), fiftyOne: () => h.clay.oldStyle(51), fiftyTwo: () => h.clay.oldStyle(52),
      odd: () => h.clay.mold('x', 3), syncMissing: () => h.clay.mold('x'), syncWrong: () => h.clay.mold({}, 'x'), shout: () => h.strings.fancy.shout(), needReq: () => h.needReq(), badTimeout: () => h.clay.bake(1).timeout('x'), badRetry: () => h.clay.bake(1).retry(5), badIntercept: () => h.clay.bake(1).intercept(), badTolerate: () => h.clay.bake(-1).tolerate('cracked', 'x'), nan: () => h.clay.bake(NaN), infinite: () => h.clay.bake(Infinity), func: () => h.clay.bake(() => 1), bool: () => h.clay.bake(true)
    };
    try { return { value: await calls[how]() }; } catch (e) { return facts(e); }
  }
};
