module.exports = {
  connections: { ram: { adapter: 'sails-memory' } },
  models: { connection: 'ram', migrate: 'drop' },
  session: { secret: 'fixture-secret-not-for-real-use' },
  i18n: { locales: ['en', 'de', 'fr'], defaultLocale: 'en', updateFiles: false },
};
