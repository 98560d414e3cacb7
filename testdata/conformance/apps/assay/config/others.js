module.exports = {
  globals: { models: true, sails: true, _: false, async: false },
  security: { cors: { allRoutes: false }, csrf: false },
  session: { secret: 'fixture-secret-not-for-real-use' },
  blueprints: { actions: false, shortcuts: true, rest: true }
};
