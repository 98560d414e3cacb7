module.exports.bootstrap = async function () {
  sails.afloat = await sails.helpers.cargo.weigh('bootstrap', 2);
};
