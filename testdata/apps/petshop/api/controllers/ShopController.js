module.exports = {

  // GET /: the page in views/homepage.ejs.
  front: async function (req, res) {
    const pets = await Pet.find().sort('name ASC').populate('owner').populate('toys');
    return res.view('homepage', { pets: pets, census: await Pet.count() });
  }

};
