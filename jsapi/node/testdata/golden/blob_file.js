// Blobs of files, which can be read while the file is what it was.
const fs = require('fs'), path = require('path');
const t = async (name, f) => { try { console.log(name, await f()); } catch (e) { console.log(name, e instanceof DOMException, e.name, e.code, e.message); } };
module.exports = (async () => {
  const file = path.join(__dirname, 'blob.txt');
  fs.writeFileSync(file, 'some text');
  const blob = await fs.openAsBlob(file, { type: 'text/plain' });
  console.log(blob instanceof Blob, blob.size, blob.type);
  await t('text', () => blob.text());
  await t('slice', () => blob.slice(2, 6).text());
  await t('buffer', async () => (await blob.arrayBuffer()).byteLength);
  await t('parts', () => new Blob(['a ', blob]).size);
  const part = blob.slice(1, 3);
  fs.writeFileSync(file, 'another text');
  await t('changed', () => blob.text());
  await t('changed part', () => part.text());
  await t('changed buffer', () => blob.arrayBuffer());
  await t('changed stream', async () => { for await (const c of blob.stream()) { console.log(c.length); } });
  await t('absent', () => fs.openAsBlob(path.join(__dirname, 'none')));
  await t('options', () => fs.openAsBlob(file, 'x'));
  await t('type', () => fs.openAsBlob(file, { type: 1 }));
  await t('path', () => fs.openAsBlob(1));
})();
