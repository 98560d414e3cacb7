module.exports = {
  files: ['photo', 'papers'],
  inputs: { photo: { type: 'ref', required: true }, papers: { type: 'ref' }, title: { type: 'string', required: true }, count: { type: 'number' } },
  exits: { noFiles: { statusCode: 400 } },
  fn: async function (inputs) {
    const take = (up) => new Promise((resolve, reject) => up.upload({ maxBytes: 1000000 }, (err, files) => err ? reject(err) : resolve(files)));
    const list = await take(inputs.photo);
    if (!list.length) { throw 'noFiles'; }
    return { title: inputs.title, count: inputs.count, files: list.map((f) => [f.filename, f.type, f.field]), papers: inputs.papers === undefined ? 'none' : typeof inputs.papers.upload };
  }
};
