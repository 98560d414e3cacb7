module.exports.routes = { 'POST /run': 'RunController.run' };
