// The models that are attached to, as both sides know them.
exports.shared = {
  schema: true,
  attributes: {
    createdAt: { type: 'number', autoCreatedAt: true },
    updatedAt: { type: 'number', autoUpdatedAt: true },
    id: { type: 'number', autoIncrement: true },
  },
  dataEncryptionKeys: { default: 'LTCJ+NNaKq4GPFn6PDG+t0+8bsBV4M6zYRb4eHhVGlw=' },
  archiveModelIdentity: false,
};
exports.models = {
  user: {
    tableName: 'app_user',
    attributes: {
      name: { type: 'string', required: true, columnName: 'full_name' },
      email: { type: 'string', required: true, unique: true },
      age: { type: 'number' },
      active: { type: 'boolean' },
      prefs: { type: 'json' },
      secret: { type: 'string', encrypt: true },
      pin: { type: 'string', encrypt: true },
      pets: { collection: 'pet', via: 'owner' },
      favClubs: { collection: 'club', via: 'favedBy' },
      friends: { collection: 'user' },
      followers: { collection: 'user', via: 'following' },
      following: { collection: 'user', via: 'followers' },
    },
  },
  pet: { attributes: { name: { type: 'string' }, owner: { model: 'user', columnName: 'owner_id' } } },
  club: { attributes: { name: { type: 'string' }, favedBy: { collection: 'user', via: 'favClubs' } } },
};
