module.exports = {
  attributes: {
    who: { type: 'string', required: true },
    pin: { type: 'string', encrypt: true },
    code: { type: 'number', encrypt: true, allowNull: true },
    data: { type: 'json', encrypt: true }
  }
};
