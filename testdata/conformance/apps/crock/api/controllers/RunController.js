// Runs the code of a request, so that one scenario can ask many questions.
const AsyncFunction = Object.getPrototypeOf(async function () {}).constructor;

// What a client and a project can see of an error; its words are `details`.
function outline(err) {
  if (!err || typeof err !== 'object') { return { thrown: String(err) }; }
  const out = { name: err.name, isError: err instanceof Error, details: err.message };
  if (err.code !== undefined) { out.code = err.code; }
  if (err.modelIdentity !== undefined) { out.modelIdentity = err.modelIdentity; }
  if (err.attrNames !== undefined) { out.attrNames = err.attrNames; }
  if (err.exit !== undefined) { out.exit = err.exit; }
  if (err.flavor !== undefined) { out.flavor = err.flavor; }
  return out;
}

module.exports = {
  run: async function (req, res) {
    const log = [];
    const attempt = async (f) => { try { return await f(); } catch (err) { return outline(err); } };
    try {
      const f = new AsyncFunction('req', 'res', 'log', 'attempt', 'outline', req.body.code);
      const got = await f(req, res, log, attempt, outline);
      if (res.headersSent) { return; }
      return res.json({ got: got === undefined ? 'undefined' : got, log });
    } catch (err) {
      return res.json({ failed: outline(err), log });
    }
  }
};
