module.exports = {
  attributes: {
    name: { type: 'string', required: true },
    people: { type: 'integer', columnName: 'head_count' },
    country: { model: 'country', columnName: 'country_slug' },
    mayor: { model: 'mayor' },
    twins: { collection: 'city', via: 'twinned', dominant: true },
    twinned: { collection: 'city', via: 'twins' },
    departures: { collection: 'flight', via: 'from' },
    arrivals: { collection: 'flight', via: 'to' },
    carriers: { collection: 'carrier', via: 'hubs' }
  }
};
