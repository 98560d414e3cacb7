module.exports = {
  files: ['photo'],
  inputs: { photo: { type: 'ref' }, note: { type: 'string', maxLength: 3 } },
  fn: async function ({ photo, note }) { return { has: photo === undefined ? 'undefined' : photo === null ? 'null' : typeof photo, note }; }
};
