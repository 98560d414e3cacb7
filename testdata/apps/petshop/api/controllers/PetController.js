module.exports = {

  // POST /pet/feed/1: async functions work as well; what they throw is
  // answered with 500 and logged with its place in this file.
  feed: async function (req, res) {
    const pet = await Pet.findOne(req.param('id'));
    if (!pet) { return res.notFound(); }
    pet.meals = Kitchen.serve(pet);
    await pet.save();
    Pet.publishUpdate(pet.id, { meals: pet.meals }, req); // default actions do that by themselves
    return res.json({ name: pet.name, meals: pet.meals });
  }

};
