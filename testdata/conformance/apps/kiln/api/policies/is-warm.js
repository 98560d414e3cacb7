module.exports = async function (req, res, proceed) {
  if (!await sails.helpers.clay.bake.with({ minutes: Number(req.query.minutes) || 0 })) { return res.badRequest(); }
  return proceed();
};
