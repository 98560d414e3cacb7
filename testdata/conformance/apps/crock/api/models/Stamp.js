module.exports = {
  attributes: {
    createdAt: { type: 'string', autoCreatedAt: true },
    updatedAt: { type: 'ref', autoUpdatedAt: true, columnType: 'datetime' },
    touched: { type: 'number', autoUpdatedAt: true },
    word: { type: 'string' }
  }
};
