module.exports = {
  autoPK: false, autoCreatedAt: false, autoUpdatedAt: false,
  attributes: {
    iata: { type: 'string', primaryKey: true, unique: true, required: true, columnName: 'code' },
    fleet: 'json',
    flights: { collection: 'flight', via: 'carrier' },
    hubs: { collection: 'city', via: 'carriers', dominant: true }
  }
};
