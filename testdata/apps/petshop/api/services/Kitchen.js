module.exports = {
  // How many meals a pet has had after this one.
  serve: function (pet) {
    framework.log.verbose('feeding', pet.name);
    return pet.meals + 1;
  }
};
