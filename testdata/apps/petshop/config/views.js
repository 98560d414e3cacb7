module.exports.views = { engine: 'ejs', layout: 'layout' };
