module.exports.i18n = { locales: ['en', 'de', 'pt-br'], defaultLocale: 'en', updateFiles: false, localesDirectory: '/config/locales' };
