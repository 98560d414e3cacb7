module.exports = {
  datastores: { default: { adapter: 'sails-disk', inMemoryOnly: true } },
  models: { migrate: 'drop', attributes: { id: { type: 'number', autoIncrement: true }, createdAt: { type: 'number', autoCreatedAt: true }, updatedAt: { type: 'number', autoUpdatedAt: true } }, dataEncryptionKeys: { default: 'tVdQbq2JptoPp4oXGT94kKqF72iV0VKY/cnp7SjL7Ik=' }, cascadeOnDestroy: true, schema: true },
  blueprints: { actions: true, rest: true, shortcuts: true },
  session: { secret: 'fixture-secret-not-for-real-use' },
  security: { csrf: false },
  globals: { _: false, async: false, models: true, sails: true },
  views: { layout: 'layouts/layout' },
  i18n: { locales: ['en', 'de', 'fr'], defaultLocale: 'en' },
};
