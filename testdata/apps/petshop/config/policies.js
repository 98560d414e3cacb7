module.exports.policies = {
  '*': true,
  PetController: { destroy: 'confirmed' }
};
