module.exports = { exits: { success: { viewTemplatePath: 'pages/plain' } }, fn: async function () { return { word: 'from the action' }; } };
