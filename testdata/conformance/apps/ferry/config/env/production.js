module.exports = { custom: { fromEnv: 'production' }, models: { migrate: 'safe' }, http: { cache: 60000 } };
