module.exports = {
  attributes: {
    member: { model: 'potter' },
    group: { model: 'guild' },
    since: { type: 'number', defaultsTo: 1999 }
  }
};
