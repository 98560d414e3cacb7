module.exports.i18n = { locales: ['en', 'de', 'fr'], defaultLocale: 'en' };
