var d = require('../../lib/dsl'), io = d.io, open = d.open, json = d.json;
module.exports = {
  area: 'g-sails1', title: 'routes that mirror, and records that were not subscribed to', app: 'lagoon', versions: ['1.5.18'],
  steps: [
    open('a'), open('b'), open('c'), open('d'),
    json('POST /ship', { code: 'alba' }), json('POST /ship', { code: 'brig' }), json('POST /sailor', { name: 'A', ship: 'brig' }), json('POST /sailor', { name: 'B' }),
    io('a', 'patch /mirrored/sailors/1', { name: 'A!' }), io('b', 'put /mirrored/ships/alba/crew/1', {}), io('c', 'put /mirrored/ships/alba/crew', [2]), io('c', 'put /mirrored/ships/alba/crew', [1]), io('d', 'delete /mirrored/ships/alba/crew/1'), json('PATCH /ship/alba', { name: 'x' }),
    io('a', 'delete /mirrored/sailors/1'), io('d', 'patch /sailor/2', { name: 'quiet' }), io('b', 'delete /sailor/2'),
    io('a', 'delete /ship/alba/crew/99'), json('PATCH /ship/alba', { name: 'y' })
  ]
};
