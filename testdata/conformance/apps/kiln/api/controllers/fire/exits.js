module.exports = {
  friendlyName: 'All exits', description: 'Leaves in every way.',
  inputs: { how: { type: 'string', required: true } },
  exits: {
    success: { description: 'Fine.', outputFriendlyName: 'Result', outputDescription: 'What came out.' },
    tooHot: { statusCode: 400, description: 'Too hot.', moreInfoUrl: 'https://example.com/hot', extendedDescription: 'Really\n\nhot.' },
    found: { statusCode: 302, responseType: 'redirect' }, notThere: { responseType: 'notFound', description: 'Nothing there.' }, statusOnly: { statusCode: 422 }, std: { responseType: '' , statusCode: 418 },
    forbidden: { responseType: 'forbidden' }, boom: { responseType: 'serverError' }, unauthorized: { responseType: 'unauthorized' }, expired: { responseType: 'expired', statusCode: 410 }, badCombo: { responseType: 'badRequest', statusCode: 412 }, noContent: { statusCode: 204 }, notModified: { statusCode: 304 },
    asView: { responseType: 'view', viewTemplatePath: 'pages/word' }, viaPath: { viewTemplatePath: 'pages/word', statusCode: 203 }, missingView: { responseType: 'view', viewTemplatePath: 'pages/none' }, described: { description: 'Just words.', outputExample: { a: 1 } }
  },
  fn: async function ({ how }) {
    const [exit, kind] = how.split(':');
    const data = { undefined: undefined, text: 'words', object: { a: 1 }, list: [1, { b: 2 }], number: 404, zero: 0, null: null, true: true, false: false, empty: '', date: new Date(0), error: new Error('inner'), coded: Object.assign(new Error('coded'), { code: 'E_X', extra: 1 }), url: '/check?x=1', buffer: Buffer.from('bytes') };
    if (exit === 'success') { return data[kind]; }
    if (kind === undefined) { throw exit; }
    throw { [exit]: data[kind] };
  }
};
