module.exports = {
  inputs: { how: { type: 'string' } },
  exits: { success: { viewTemplatePath: 'pages/word' }, number: { viewTemplatePath: 'pages/word' }, broken: { viewTemplatePath: 'pages/broken', statusCode: 200 }, other: { responseType: 'view', viewTemplatePath: 'pages/other.ejs' } },
  fn: async function ({ how }) {
    this.res.locals.more = 'local';
    if (how === 'none') { return; }
    if (how === 'null') { return null; }
    if (how === 'number') { throw { number: 5 }; }
    if (how === 'list') { return ['a']; }
    if (how === 'broken') { throw { broken: { x: 1 } }; }
    if (how === 'other') { throw { other: { word: 'o', layout: false } }; }
    return { word: how };
  }
};
