// What becomes of values and criteria of all kinds: the same code runs on Sails
// and on this server.
module.exports = async function (T, P) {
  const out = {};
  const vals = { empty: '', abc: 'abc', five: '5', pad: ' 5 ', exp: '1e3', neg: '-1', frac: '1.5', hex: '0x10', t: 'true', f: 'false', one: '1', zero: '0', n0: 0, n1: 1, n5: 5, n15: 1.5, nneg: -1, nan: NaN, inf: Infinity, tr: true, fa: false, nul: null, date: new Date(5), arr: [], arr1: [1], arrs: ['a', undefined, null], obj: {}, objn: { a: { b: undefined, c: NaN, d: new Date(0) } }, big: 9007199254740993, bigs: '9007199254740993', inff: 'Infinity', re: /x/ };
  const attrs = ['s', 'n', 'b', 'j', 'sn', 'nn', 'bn', 'owner', 'req'];
  for (const a of attrs) for (const k of Object.keys(vals)) {
    const v = { req: 'x' }; v[a] = vals[k];
    let r;
    try { r = ['ok', (await T.create(v).fetch())[a]]; } catch (e) { r = [e.code || e.name]; }
    out['create ' + a + ' ' + k] = r;
  }
  await T.destroy({});
  const id1 = (await T.create({ req: 'x', s: 'abc', n: 5, b: true, sn: null, nn: null }).fetch()).id;
  await T.create({ req: 'y', s: '', n: 0, sn: 'Abc', nn: 3 });
  const crit = {};
  for (const a of attrs.concat(['nope'])) for (const k of Object.keys(vals)) {
    crit[a + ' eq ' + k] = { [a]: vals[k] };
    if (!['re', 'date', 'objn'].includes(k)) {
      crit[a + ' != ' + k] = { [a]: { '!=': vals[k] } };
      crit[a + ' > ' + k] = { [a]: { '>': vals[k] } };
      crit[a + ' in ' + k] = { [a]: { in: [vals[k]] } };
      crit[a + ' contains ' + k] = { [a]: { contains: vals[k] } };
      crit[a + ' like ' + k] = { [a]: { like: vals[k] } };
    }
  }
  Object.assign(crit, { k1: 1e9, k2: 'abc', k3: [], k4: ['x'], k5: null, k6: undefined, k7: { and: [] }, k8: { or: [] }, k9: { or: [{}] }, k10: { and: [{}] }, k11: { or: [{ s: 'abc' }, {}] }, k12: { where: null }, k13: { where: {}, limit: '1' }, k14: { where: {}, limit: null }, k15: { where: {}, limit: 1.5 }, k16: { where: {}, skip: '1' }, k17: { where: {}, skip: null }, k18: { where: {}, sort: 's' }, k19: { where: {}, sort: 's desc' }, k20: { where: {}, sort: [] }, k21: { where: {}, sort: ['s ASC', 'n DESC'] }, k22: { where: {}, sort: [{ s: 'ASC', n: 'ASC' }] }, k23: { where: {}, sort: { s: 1 } }, k24: { where: {}, sort: { s: 1, n: -1 } }, k25: { where: {}, sort: 's, n' }, k26: { where: {}, sort: '' }, k27: { where: {}, select: 's' }, k28: { where: {}, select: [] }, k29: { where: {}, select: ['*'] }, k30: { where: {}, omit: ['s'] }, k31: { where: {}, omit: ['id'] }, k32: { where: {}, select: ['nope'] }, k33: { not: { s: 'x' } }, k34: { s: { not: 'abc' } }, k35: { s: { '!': ['abc'] } }, k36: { s: { nin: [] } }, k37: { s: {} }, k38: { s: { '=': 'x' } }, k39: { s: { startsWith: 'a', endsWith: 'c' } }, k40: { n: { lessThan: 10 } }, k41: { 'j.a': 1 }, k42: { pets: 1 }, k43: { s: undefined, n: 5 }, k44: { s: { '!=': undefined } }, k45: { or: [{ s: undefined }, { n: 0 }] }, k46: false, k47: true, k48: { where: false }, k49: { where: 'abc' }, k50: { where: 5 }, k51: { where: [1] }, k52: { sort: 'n DESC' }, k53: { limit: 0 }, k54: { limit: -1 }, k55: { skip: -1 }, k56: { sn: { '!=': 'Abc' } }, k57: { sn: { nin: ['Abc'] } }, k58: { or: [{ sn: null }, { nn: 3 }] }, k59: [{ s: 'abc' }], k60: { and: 5 }, k61: { or: { s: 'x' } }, k62: { s: ['abc', ''] }, k63: { s: [null] }, k64: { owner: { name: 'x' } } });
  for (const k of Object.keys(crit)) {
    let r;
    try { r = ['ok', (await T.find(crit[k])).length]; } catch (e) { r = [e.code || e.name]; }
    out['find ' + k] = r;
  }
  return out;
};
