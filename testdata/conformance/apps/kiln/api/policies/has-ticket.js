module.exports = async function (req, res, proceed) {
  if (req.query.ticket === 'bad') { return res.forbidden({ why: 'bad ticket' }); }
  if (req.query.ticket === 'throw') { throw new Error('the gate fell'); }
  if (req.query.ticket === 'string') { throw 'just text'; }
  if (req.query.ticket === 'proceed') { return proceed(new Error('handed on by a policy')); }
  if (!req.query.ticket) { return res.forbidden(); }
  return proceed();
};
