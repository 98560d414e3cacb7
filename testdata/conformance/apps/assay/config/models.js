module.exports.models = {
  migrate: 'drop',
  schema: true,
  dataEncryptionKeys: { default: 'Zm9ydHktdHdvLWJ5dGVzLW9mLW5vdGhpbmctaGVyZSE=' },
  attributes: {
    createdAt: { type: 'number', autoCreatedAt: true },
    updatedAt: { type: 'number', autoUpdatedAt: true },
    id: { type: 'number', autoIncrement: true }
  },
  cascadeOnDestroy: false
};
