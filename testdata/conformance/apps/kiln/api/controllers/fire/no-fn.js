module.exports = { friendlyName: 'No fn', inputs: {}, exits: { success: { outputExample: { a: 'x', n: [1] } }, other: { outputExample: 5 } } };
