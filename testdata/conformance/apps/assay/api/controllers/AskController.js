// Runs the code of a request, and tells all that an error has to say.
const AsyncFunction = Object.getPrototypeOf(async function () {}).constructor;

function said(err) {
  if (!err || typeof err !== 'object') { return { thrown: String(err) }; }
  const out = { name: err.name, isError: err instanceof Error, message: err.message };
  for (const member of ['code', 'details', 'modelIdentity', 'attrNames', 'adapterMethodName', 'footprint', 'problems', 'expectedType', 'ruleViolations']) {
    if (err[member] !== undefined) { out[member] = err[member]; }
  }
  if (typeof err.toJSON === 'function') { out.toJSON = err.toJSON(); if (typeof out.toJSON === 'string') { out.toJSON = out.toJSON.split('\n    at ')[0]; } }
  return out;
}

module.exports = {
  ask: async function (req, res) {
    try {
      const got = await new AsyncFunction('req', req.body.code)(req);
      return res.json({ got: got === undefined ? 'undefined' : got });
    } catch (err) {
      return res.json({ said: said(err) });
    }
  }
};
