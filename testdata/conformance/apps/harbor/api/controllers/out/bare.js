module.exports = { friendlyName: 'Bare', fn: function (inputs, exits) { setTimeout(function () { exits.success('later'); }, 1); } };
