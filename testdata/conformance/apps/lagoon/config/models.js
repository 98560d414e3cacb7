module.exports.models = {
  migrate: 'drop', schema: true,
  dataEncryptionKeys: { default: 'Zm9ydHktdHdvLWJ5dGVzLW9mLW5vdGhpbmctaGVyZSE=' },
  attributes: { id: { type: 'number', autoIncrement: true } }
};
