module.exports = { area: 'b-associations', title: 'a model for the table of links', app: 'sampan', versions: ['0.12.14', '0.10.5'],
  files: { 'api/models/Membership.js': "module.exports = { tableName: 'author_clubs__club_members', attributes: { author: { columnName: 'author_clubs', model: 'author' }, club: { columnName: 'club_members', model: 'club' }, position: 'integer' } };\n", 'api/controllers/MembershipController.js': 'module.exports = {};\n' },
  steps: require('./lib/links')(false) };
