// What sharp is used for: prints sizes, formats, messages, and colors in some places.
(async (sharp) => {
  const fs = require('fs'), os = require('os'), path = require('path'), dir = fs.mkdtempSync(path.join(os.tmpdir(), 'sharp-')), out = [];
  const show = (name, v) => out.push(name + ' ' + (typeof v === 'string' ? v : JSON.stringify(v)));
  const bad = async (name, f) => { try { await f(); show(name, 'no error'); } catch (e) { show(name, e.message.replaceAll(dir, 'DIR')); } };
  // A picture with four areas of one color each.
  const W = 60, H = 40, raw = Buffer.alloc(W * H * 3);
  for (let y = 0; y < H; y++) { for (let x = 0; x < W; x++) { raw.set(y < 20 ? (x < 30 ? [200, 40, 40] : [40, 200, 40]) : (x < 30 ? [40, 40, 200] : [220, 220, 220]), 3 * (y * W + x)); } }
  const picture = () => sharp(raw, { raw: { width: W, height: H, channels: 3 } });
  const png = await picture().png().toBuffer(), jpg = await picture().jpeg({ quality: 95 }).toBuffer();
  // look prints size, channels, and the colors in the middle of the corners, in steps of 8.
  const look = async (name, s) => {
    const { data, info } = await s.raw().toBuffer({ resolveWithObject: true }), n = info.channels, at = (x, y) => [...data.subarray(n * (y * info.width + x), n * (y * info.width + x) + n)].map((v) => Math.round(v / 8)).join('.');
    const x1 = Math.floor(info.width / 6), y1 = Math.floor(info.height / 6), x2 = info.width - 1 - x1, y2 = info.height - 1 - y1;
    show(name, [info.width, info.height, n, at(x1, y1), at(x2, y1), at(x1, y2), at(x2, y2)].join(' '));
  };
  const m = async (name, s) => { const v = await s.metadata(); delete v.size; delete v.exif; delete v.icc; show(name, v); };
  await m('png', sharp(png));
  await m('jpeg', sharp(jpg));
  await m('alpha', sharp(await sharp(png).ensureAlpha().png().toBuffer()));
  await m('grey', sharp(await sharp(png).greyscale().png().toBuffer()));
  await m('grey jpeg', sharp(await sharp(png).greyscale().jpeg().toBuffer()));
  await m('webp', sharp(await sharp(png).webp().toBuffer()));
  await m('raw', picture());
  await look('same', sharp(png));
  await look('width', sharp(png).resize(30));
  await look('height', sharp(png).resize(null, 10));
  await look('cover', sharp(png).resize(20, 20));
  for (const position of ['top', 'right top', 'left', 'east', 'southwest', 3, 'centre']) { await look('cover ' + position, sharp(png).resize(20, 30, { position })); }
  await look('contain', sharp(png).resize({ width: 20, height: 20, fit: 'contain', background: '#fff' }));
  await look('contain alpha', sharp(png).resize({ width: 21, height: 40, fit: 'contain', background: { r: 0, g: 255, b: 0, alpha: 0.5 }, position: 'bottom' }));
  await look('fill', sharp(png).resize(10, 50, { fit: 'fill' }));
  await look('fill one', sharp(png).resize(10, null, { fit: 'fill' }));
  await look('inside', sharp(png).resize(20, 20, { fit: 'inside' }));
  await look('outside', sharp(png).resize(20, 20, { fit: sharp.fit.outside }));
  await look('no enlargement', sharp(png).resize(100, 100, { withoutEnlargement: true }));
  await look('no enlargement inside', sharp(png).resize(100, 100, { fit: 'inside', withoutEnlargement: true }));
  await look('no reduction', sharp(png).resize(30, 30, { withoutReduction: true }));
  await look('enlarged', sharp(png).resize(120));
  for (const kernel of ['nearest', 'cubic', 'mitchell', 'lanczos2', 'lanczos3']) { await look(kernel, sharp(png).resize(33, null, { kernel })); }
  for (const angle of [90, 180, 270, -90, 450]) { await look('rotate ' + angle, sharp(png).rotate(angle)); }
  await look('rotate 90 resize', sharp(png).rotate(90).resize(20));
  await look('rotate 45', sharp(png).rotate(45, { background: '#ffffff' }));
  await look('rotate', sharp(jpg).rotate());
  await look('flip', sharp(png).flip());
  await look('flop', sharp(png).flop());
  await look('extract', sharp(png).extract({ left: 20, top: 10, width: 30, height: 20 }));
  await look('resize extract', sharp(png).resize(30).extract({ left: 5, top: 5, width: 20, height: 10 }));
  await look('extract resize extract', sharp(png).extract({ left: 0, top: 0, width: 40, height: 40 }).resize(20, 20).extract({ left: 10, top: 0, width: 10, height: 10 }));
  await look('extend', sharp(png).extend({ top: 10, bottom: 20, left: 5, right: 5, background: 'red' }));
  await look('extend number', sharp(png).extend(10));
  await look('extend copy', sharp(png).extend({ top: 20, left: 20, extendWith: 'copy' }));
  const holes = await sharp({ create: { width: 30, height: 30, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } }).png().toBuffer();
  await look('holes', sharp(holes));
  await look('flatten', sharp(holes).flatten({ background: '#00ff00' }));
  await look('flatten black', sharp(holes).flatten());
  await look('remove alpha', sharp(holes).removeAlpha());
  await look('grey', sharp(png).greyscale());
  await look('negate', sharp(png).negate());
  await look('threshold', sharp(png).threshold(100));
  await look('linear', sharp(png).linear(0.5, 10));
  await look('blur', sharp(png).blur(2));
  await look('sharpen', sharp(png).sharpen());
  await look('composite', sharp(png).composite([{ input: holes, gravity: 'northwest' }]));
  await look('composite place', sharp(png).composite([{ input: holes, left: 25, top: 5 }, { input: { create: { width: 5, height: 5, channels: 3, background: 'blue' } }, gravity: 'southeast' }]));
  await look('composite tile', sharp(png).composite([{ input: { create: { width: 7, height: 5, channels: 3, background: '#102030' } }, tile: true }]));
  for (const blend of ['dest-in', 'dest-out', 'screen', 'in', 'xor']) { await look('blend ' + blend, sharp(png).composite([{ input: holes, blend, gravity: 'southeast' }])); }
  await look('create', sharp({ create: { width: 4, height: 4, channels: 3, background: 'rgb(10, 20, 250)' } }));
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'tiff', 'jpg', sharp.format.png]) {
    const { data, info } = await sharp(png).resize(30).toFormat(format).toBuffer({ resolveWithObject: true });
    delete info.size;
    show('format', info);
    if (info.format === 'gif') { await look('gif', sharp(data).removeAlpha()); } else if (info.format !== 'jpeg') { await look('again', sharp(data)); }
  }
  const info = await sharp(png).resize(10).toFile(path.join(dir, 'a.jpg'));
  show('toFile', [info.format, info.width, info.height, info.channels, info.size === fs.statSync(path.join(dir, 'a.jpg')).size]);
  show('from file', await sharp(path.join(dir, 'a.jpg')).metadata().then((v) => [v.format, v.width, v.size]));
  await sharp(path.join(dir, 'a.jpg')).png().toFile(path.join(dir, 'b.jpg'));
  show('chosen', await sharp(path.join(dir, 'b.jpg')).metadata().then((v) => v.format));
  fs.writeFileSync(path.join(dir, 'in.png'), png);
  await new Promise((done, failed) => fs.createReadStream(path.join(dir, 'in.png')).pipe(sharp().resize(12).jpeg().on('info', (i) => show('info', [i.format, i.width]))).on('error', failed).pipe(fs.createWriteStream(path.join(dir, 'piped.jpg'))).on('finish', done).on('error', failed));
  show('piped', await sharp(path.join(dir, 'piped.jpg')).metadata().then((v) => [v.format, v.width, v.height]));
  const source = sharp(), copies = [5, 6].map((n) => source.clone().resize(n).png().toBuffer({ resolveWithObject: true }));
  fs.createReadStream(path.join(dir, 'in.png')).pipe(source);
  show('clones', (await Promise.all(copies)).map((c) => c.info.width));
  await new Promise((done) => sharp(png).resize(7).toBuffer((err, data, i) => { show('callback', [err, Buffer.isBuffer(data), i.width]); done(); }));
  await new Promise((done) => sharp(Buffer.from('none')).metadata((err, v) => { show('callback', [err.message, v]); done(); }));
  const trimmed = await sharp(await sharp(png).extend({ top: 7, left: 9, right: 3, bottom: 2, background: '#ffffff' }).png().toBuffer()).trim().toBuffer({ resolveWithObject: true });
  show('trim', [trimmed.info.width, trimmed.info.height, trimmed.info.trimOffsetLeft, trimmed.info.trimOffsetTop]);
  await bad('missing', () => sharp(path.join(dir, 'none.png')).toBuffer());
  await bad('unknown', () => sharp(Buffer.from('no picture')).toBuffer());
  await bad('unknown file', () => { fs.writeFileSync(path.join(dir, 'c.png'), 'text'); return sharp(path.join(dir, 'c.png')).toBuffer(); });
  await bad('width', () => sharp(png).resize(-1));
  await bad('width text', () => sharp(png).resize('x'));
  await bad('height', () => sharp(png).resize(1, 1.5));
  await bad('fit', () => sharp(png).resize({ width: 3, fit: 'x' }));
  await bad('position', () => sharp(png).resize({ width: 3, position: 'x' }));
  await bad('quality', () => sharp(png).jpeg({ quality: 101 }));
  await bad('area', () => sharp(png).extract({ left: 50, top: 0, width: 20, height: 5 }).toBuffer());
  await bad('area left', () => sharp(png).extract({ left: -1, top: 0, width: 20, height: 5 }));
  await bad('angle', () => sharp(png).rotate('x'));
  await bad('input', () => sharp(5));
  await bad('undefined', () => sharp(undefined));
  await bad('empty', () => sharp(Buffer.alloc(0)));
  await bad('format', () => sharp(png).toFormat('zzz'));
  await bad('no path', () => sharp(png).toFile(''));
  await bad('same path', () => sharp(path.join(dir, 'in.png')).toFile(path.join(dir, 'in.png')));
  await bad('layers', () => sharp(png).composite('x'));
  await bad('blend', () => sharp(png).composite([{ input: holes, blend: 'x' }]));
  await bad('large layer', () => sharp(holes).composite([{ input: png }]).toBuffer());
  await bad('left', () => sharp(png).composite([{ input: holes, left: 1 }]));
  await bad('limit', () => sharp(png, { limitInputPixels: 100 }).toBuffer());
  await bad('blur', () => sharp(png).blur(0));
  await bad('threshold', () => sharp(png).threshold(300));
  show('names', [sharp.gravity.northwest, sharp.strategy.entropy, sharp.kernel.cubic, sharp.position['left top'], typeof sharp.cache, sharp.format.webp.id, typeof sharp.versions.vips]);
  fs.rmSync(dir, { recursive: true });
  return out;
})
