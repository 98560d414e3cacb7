module.exports.routes = { 'POST /ask': 'AskController.ask' };
