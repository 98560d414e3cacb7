module.exports = async function (req, res) {
  const B = sails.models.boat;
  switch (req.query.h) {
    case 'rule': await B.create({ seats: 0, name: 'x' }); break;
    case 'missing': await B.create({ seats: 2 }); break;
    case 'criteria': await B.find({ where: {}, zork: 2 }); break;
    case 'intercept': await B.create({ seats: 2 }).intercept('E_INVALID_NEW_RECORD', () => new Error('mine')); break;
    case 'tolerate': return res.json({ v: await B.create({ seats: 2 }).tolerate('E_INVALID_NEW_RECORD', () => 'fine') });
    case 'caught': try { await B.create({ seats: 2 }); } catch (e) { return res.json({ str: Object.prototype.toString.call(e), isError: e instanceof Error, operational: e.isOperational, name: e.name, code: e.code }); } break;
    case 'unique': await sails.models.buoy.create({ mark: 'a' }); await sails.models.buoy.create({ mark: 'a' }); break;
    case 'unique-bad': try { await sails.models.buoy.create({ mark: 'a' }); } catch (e) { return res.badRequest(e); } break;
    case 'bad': try { await B.create({ seats: 2 }); } catch (e) { return res.badRequest(e); } break;
    case 'server': try { await B.create({ seats: 2 }); } catch (e) { return res.serverError(e); } break;
    case 'callback': return B.create({ seats: 2 }).exec((e) => res.json({ str: Object.prototype.toString.call(e), operational: e.isOperational === undefined, code: e.code }));
    case 'then': return B.create({ seats: 2 }).then(() => res.ok()).catch((e) => res.json({ operational: e.isOperational, code: e.code }));
  }
  return res.json({ ok: 1 });
};
