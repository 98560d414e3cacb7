// The rows of the benchmarked page.
module.exports = Array.from({ length: 30 }, function (_, i) {
  return { id: i, name: 'thing <' + i + '> & more', price: i * 1.5, open: i % 3 === 0 };
});
