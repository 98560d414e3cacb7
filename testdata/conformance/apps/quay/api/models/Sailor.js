module.exports = {
  attributes: {
    name: 'string',
    pin: 'string',
    ship: { model: 'ship' },
    formerly: { model: 'ship' },
    passport: { model: 'passport' },
    mentor: { model: 'sailor' },
    pupils: { collection: 'sailor', via: 'mentor' },
    friends: { collection: 'sailor', via: 'friendOf', dominant: true },
    friendOf: { collection: 'sailor', via: 'friends' },
    toJSON: function () { var o = this.toObject(); delete o.pin; return o; }
  }
};
