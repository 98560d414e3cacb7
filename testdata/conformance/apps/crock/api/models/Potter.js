module.exports = {
  attributes: {
    name: { type: 'string', required: true, minLength: 2, maxLength: 30 },
    email: { type: 'string', isEmail: true, allowNull: true },
    age: { type: 'number', allowNull: true, isInteger: true, min: 0, max: 150 },
    rating: { type: 'number', defaultsTo: 2.5 },
    active: { type: 'boolean', defaultsTo: true },
    style: { type: 'string', isIn: ['raku', 'celadon', 'majolica'], defaultsTo: 'raku' },
    bio: { type: 'string', columnName: 'biography' },
    tools: { type: 'json', defaultsTo: [] },
    extra: { type: 'ref' },
    pots: { collection: 'pot', via: 'maker' },
    mentor: { model: 'potter' },
    pupils: { collection: 'potter', via: 'mentor' },
    friends: { collection: 'potter' },
    guilds: { collection: 'guild', via: 'member', through: 'membership' },
    favourites: { collection: 'pot', via: 'fans' }
  },
  shout: function (word) { return this.identity + ':' + word.toUpperCase(); }
};
