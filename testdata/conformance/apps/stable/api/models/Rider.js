module.exports = {
  attributes: {
    name: { type: 'string', required: true, minLength: 2, maxLength: 20 },
    email: { type: 'email', unique: true },
    age: { type: 'integer', min: 0, max: 120 },
    weight: 'float',
    born: 'date',
    seen: 'datetime',
    active: { type: 'boolean', defaultsTo: true },
    style: { type: 'string', enum: ['english', 'western'], defaultsTo: 'english' },
    prefs: 'json',
    tags: 'array',
    notes: { type: 'text', columnName: 'remarks' },
    wins: { type: 'integer', defaultsTo: function () { return 3; } },
    secret: 'string',
    horses: { collection: 'horse', via: 'owner' },
    coach: { model: 'rider' },
    pupils: { collection: 'rider', via: 'coach' },
    clubs: { collection: 'club', via: 'members', dominant: true },
    title: function () { return this.name + ' (' + this.wins + ')'; },
    toJSON: function () { var o = this.toObject(); delete o.secret; o.title = this.title(); return o; }
  },
  best: function (cb) { return this.findOne({ where: {}, sort: 'wins DESC' }).exec(cb); }
};
