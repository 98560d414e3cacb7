// Puts the first animals into an empty shop.
module.exports.bootstrap = function (done) {
  Pet.count().exec(function (err, count) {
    if (err || count > 0) { return done(err); }
    Owner.create([
      { name: 'Ada', email: 'ada@petshop.example', pets: [{ name: 'Rex' }, { name: 'Tom', species: 'cat' }] },
      { name: 'Linus', email: 'linus@petshop.example', pets: [{ name: 'Polly', species: 'parrot' }] }
    ]).exec(function (err) {
      if (err) { return done(err); }
      Toy.create({ label: 'ball', price: 2.5, pets: [1, 2] }).exec(done);
    });
  });
};
