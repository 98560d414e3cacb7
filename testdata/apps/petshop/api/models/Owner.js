module.exports = {
  attributes: {
    name: { type: 'string', required: true, minLength: 2 },
    email: { type: 'email', unique: true },
    pets: { collection: 'pet', via: 'owner' },

    greeting: function () {
      return 'Hello, ' + this.name + '!';
    }
  }
};
