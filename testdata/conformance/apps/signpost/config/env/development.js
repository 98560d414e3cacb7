module.exports = { fromEnv: 'development', merged: { b: 2, list: [3] } };
