// cryptonative: the native functions of crypto and of the scripts beside it.
module.exports = native;
