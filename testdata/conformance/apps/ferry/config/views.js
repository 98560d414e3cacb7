module.exports.views = { layout: 'layouts/main', locals: { fromConfig: 'config local' } };
