module.exports.routes = {
  'GET /check': 'glaze/check', 'POST /check': 'glaze/check', 'PUT /check/:s': 'glaze/check',
  'GET /rules': 'glaze/rules', 'POST /rules': 'glaze/rules',
  'GET /shapes': 'glaze/shapes', 'POST /shapes': 'glaze/shapes',
  'GET /must': 'glaze/must', 'POST /must/:name': 'glaze/must', 'POST /must': 'glaze/must',
  'POST /nullable': 'glaze/nullable', 'GET /nullable': 'glaze/nullable',
  'GET /defaults': 'glaze/defaults', 'POST /defaults': 'glaze/defaults',
  'GET /exits/:how': 'fire/exits', 'GET /callback/:how': 'fire/callback', 'GET /sync/:how': 'fire/at-once', 'GET /body/:kind': 'fire/body', 'GET /declared/:kind': 'fire/declared',
  'POST /upload': 'fire/upload', 'POST /upload-one': 'fire/upload-one', 'GET /reqres': 'fire/reqres', 'POST /reqres': 'fire/reqres',
  'GET /nofn': 'fire/no-fn', 'GET /twice/:how': 'fire/twice', 'GET /redirects/:to': 'fire/redirects', 'GET /viewed/:how': 'fire/viewed',
  'GET /classic': 'stock/classic', 'GET /classic-arrow': 'stock/arrow', 'GET /shelf': 'stock/shelf/index', 'GET /shelf-top': 'stock/shelf/top', 'GET /hall': 'stock/hall/welcome', 'GET /hall2': 'stock/HallController.welcome', 'GET /index': 'index', 'GET /stock': 'stock/index',
  'GET /guarded': 'lend/guarded', 'GET /machine-guarded': 'lend/machine-guarded',
  'GET /help/:how': 'lend/help', 'GET /chain/:how': 'lend/chain', 'GET /errors/:how': 'lend/errors', 'GET /messages/:how': 'lend/messages',
  'GET /thrown/:how': 'stock/thrown', 'GET /registered': 'made/up', 'GET /registered2': 'made/upper', 'GET /listed-actions': 'stock/listed'
};
