// Keeps the table as the server has it. Requests over the socket subscribe it: io.socket.get
// to the pets that it gets, and to those that are created later.
(function () {
  const rows = document.querySelector('tbody');
  const row = (id) => rows.querySelector('[data-id="' + id + '"]');

  function count() { document.getElementById('census').textContent = rows.children.length; }

  function add(pet) {
    if (row(pet.id)) { return; }
    const tr = document.createElement('tr');
    tr.dataset.id = pet.id;
    tr.innerHTML = '<td class="name"><a></a></td><td class="species"></td><td></td><td></td><td class="meals"></td>' +
      '<td><form method="post"><button>feed</button></form></td>';
    tr.querySelector('a').href = '/pet/' + pet.id;
    tr.querySelector('form').action = '/pet/feed/' + pet.id;
    rows.append(tr);
    change(pet.id, pet);
    count();
  }

  function change(id, pet) {
    const tr = row(id);
    if (!tr) { return; }
    if (pet.name !== undefined) { tr.querySelector('.name a').textContent = pet.name; }
    if (pet.species !== undefined) { tr.querySelector('.species').textContent = pet.species; }
    if (pet.meals !== undefined) { tr.querySelector('.meals').textContent = pet.meals; }
  }

  io.socket.on('pet', function (message) {
    if (message.verb === 'created') { add(message.data); }
    if (message.verb === 'updated') { change(message.id, message.data); }
    if (message.verb === 'destroyed' && row(message.id)) { row(message.id).remove(); count(); }
  });
  io.socket.get('/pet', function (pets) { pets.forEach(add); });

  document.addEventListener('submit', function (event) {
    event.preventDefault();
    const form = event.target;
    if (form.id === 'arrival') {
      // The socket that creates a record gets the answer, and no message.
      io.socket.post('/pet', { name: form.name.value }, function (pet, answer) {
        if (answer.statusCode < 300) { add(pet); form.reset(); }
      });
      return;
    }
    io.socket.post(form.getAttribute('action'), function (pet) {
      change(form.closest('tr').dataset.id, pet);
    });
  });
}());
