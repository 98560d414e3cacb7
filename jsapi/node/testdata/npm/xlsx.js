const XLSX = require('xlsx');
const book = XLSX.utils.book_new();
XLSX.utils.book_append_sheet(book, XLSX.utils.json_to_sheet([{ name: 'ä', n: 1 }, { name: 'b', n: 2.5 }]), 'S');
const bytes = XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true });
assert.strictEqual(bytes.slice(0, 2).toString(), 'PK');
const again = XLSX.read(bytes, { type: 'buffer' });
assert.deepStrictEqual(XLSX.utils.sheet_to_json(again.Sheets.S), [{ name: 'ä', n: 1 }, { name: 'b', n: 2.5 }]);
assert.strictEqual(XLSX.utils.sheet_to_csv(again.Sheets.S), 'name,n\nä,1\nb,2.5');
