module.exports = { fn: async function () {
  const out = [sails.helpers.cargo.doubleIt(2), sails.helpers.cargo.doubleIt.with({ n: 3 + 1 })];
  try { sails.helpers.cargo.doubleIt(3); } catch (e) { out.push([e.name, e.code, e.raw]); }
  try { sails.helpers.cargo.doubleIt('x'); } catch (e) { out.push([e.name, e.code, e.problems]); }
  return out;
} };
