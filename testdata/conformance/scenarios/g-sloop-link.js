module.exports = { area: 'g-sails1', title: 'a model for the table of links in 1.x', app: 'sloop', versions: ['1.5.18'],
  files: { 'api/models/Membership.js': "module.exports = { tableName: 'author_clubs__club_members', attributes: { author: { columnName: 'author_clubs', model: 'author' }, club: { columnName: 'club_members', model: 'club' }, position: { type: 'number' } } };\n" },
  steps: require('./lib/links')(true) };
