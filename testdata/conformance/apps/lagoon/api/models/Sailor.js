module.exports = {
  attributes: {
    name: { type: 'string' },
    pin: { type: 'string' },
    ship: { model: 'ship' },
    formerly: { model: 'ship' },
    passport: { model: 'passport' },
    mentor: { model: 'sailor' },
    pupils: { collection: 'sailor', via: 'mentor' },
    friends: { collection: 'sailor', via: 'friendOf' },
    friendOf: { collection: 'sailor', via: 'friends' }
  }
};
