module.exports.merged = { a: 1, b: 1, list: [1, 2] };
