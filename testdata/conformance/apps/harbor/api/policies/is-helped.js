module.exports = async function (req, res, proceed) {
  req.me = await sails.helpers.cargo.weigh('me', 1);
  return proceed();
};
