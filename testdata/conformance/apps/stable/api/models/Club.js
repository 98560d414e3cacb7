module.exports = {
  globalId: 'TheClub',
  autoCreatedAt: false, autoUpdatedAt: false,
  attributes: { title: { type: 'string', unique: true, required: true }, founded: 'date', members: { collection: 'rider', via: 'clubs' } }
};
