module.exports = {
  attributes: {
    title: { type: 'string', required: true, unique: true },
    potters: { collection: 'potter', via: 'group', through: 'membership' }
  }
};
