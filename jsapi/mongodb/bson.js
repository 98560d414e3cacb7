// The types of BSON as the driver of MongoDB for Node 2.2 has them.
(function (native, parts) {
  'use strict';
  const inspect = Symbol.for('nodejs.util.inspect.custom');

  const hexadecimal = /^[0-9a-fA-F]{24}$/;

  // bytesOf are the bytes of what may be the key of a document, undefined for anything else.
  function bytesOf(id) {
    if (typeof id === 'string') {
      if (hexadecimal.test(id)) { return Buffer.from(id, 'hex'); }
      return id.length === 12 ? Buffer.from(id, 'latin1') : undefined;
    }
    if (id instanceof Uint8Array && id.length === 12) { return Buffer.from(id); }
    if (id !== null && typeof id === 'object' && typeof id.toHexString === 'function') { return Buffer.from(id.toHexString(), 'hex'); }
    return undefined;
  }

  function ObjectID(id) {
    if (!(this instanceof ObjectID)) { return new ObjectID(id); }
    if (id === undefined || id === null || typeof id === 'number') {
      this.id = Buffer.from(native.newID(), 'hex');
      if (typeof id === 'number') { this.id.writeUInt32BE(id >>> 0, 0); }
    } else {
      const bytes = bytesOf(id);
      if (bytes === undefined) { throw new Error('Argument passed in must be a single String of 12 bytes or a string of 24 hex characters'); }
      this.id = bytes;
    }
  }
  Object.defineProperty(ObjectID.prototype, '_bsontype', { value: 'ObjectID' });
  ObjectID.prototype.toHexString = function () { return this.id.toString('hex'); };
  ObjectID.prototype.toString = function (format) { return this.id.toString(format || 'hex'); };
  ObjectID.prototype.toJSON = ObjectID.prototype.toHexString;
  ObjectID.prototype.inspect = ObjectID.prototype[inspect] = function () { return this.toHexString(); };
  ObjectID.prototype.getTimestamp = function () { return new Date(this.generationTime * 1000); };
  ObjectID.prototype.get_inc = function () { return this.id.readUIntBE(9, 3); };
  ObjectID.prototype.equals = function (other) {
    const bytes = bytesOf(other);
    return bytes !== undefined && bytes.equals(this.id);
  };
  Object.defineProperty(ObjectID.prototype, 'generationTime', {
    enumerable: true,
    get: function () { return this.id.readUInt32BE(0); },
    set: function (v) { this.id.writeUInt32BE(v >>> 0, 0); },
  });
  ObjectID.isValid = function (id) {
    return id !== undefined && id !== null && (typeof id === 'number' || bytesOf(id) !== undefined);
  };
  ObjectID.createPk = function () { return new ObjectID(); };
  ObjectID.createFromHexString = function (text) {
    if (typeof text !== 'string' || !hexadecimal.test(text)) { throw new Error('Argument passed in must be a single String of 12 bytes or a string of 24 hex characters'); }
    return new ObjectID(text);
  };
  ObjectID.createFromTime = function (seconds) {
    const id = Buffer.alloc(12);
    id.writeUInt32BE(seconds >>> 0, 0);
    return new ObjectID(id);
  };

  // whole makes a type of 64 bits, which two numbers of 32 bits hold.
  function whole(name, signed) {
    class Whole {
      constructor(low, high) { this.low_ = low | 0; this.high_ = high | 0; }
      toBigInt() { const v = (BigInt(this.high_) << 32n) | BigInt(this.low_ >>> 0); return signed ? v : BigInt.asUintN(64, v); }
      toNumber() { return Number(this.toBigInt()); }
      toInt() { return this.low_; }
      toString(radix) { return this.toBigInt().toString(radix || 10); }
      toJSON() { return this.toString(); }
      [inspect]() { return this.toString(); }
      getLowBits() { return this.low_; }
      getHighBits() { return this.high_; }
      equals(other) { return this.toBigInt() === Whole.from(other).toBigInt(); }
      compare(other) {
        const a = this.toBigInt(), b = Whole.from(other).toBigInt();
        return a === b ? 0 : a < b ? -1 : 1;
      }
      lessThan(other) { return this.compare(other) < 0; }
      greaterThan(other) { return this.compare(other) > 0; }
      isZero() { return this.low_ === 0 && this.high_ === 0; }
      isNegative() { return signed && this.high_ < 0; }
      negate() { return Whole.ofBigInt(-this.toBigInt()); }
      add(other) { return Whole.ofBigInt(this.toBigInt() + Whole.from(other).toBigInt()); }
      subtract(other) { return Whole.ofBigInt(this.toBigInt() - Whole.from(other).toBigInt()); }
      multiply(other) { return Whole.ofBigInt(this.toBigInt() * Whole.from(other).toBigInt()); }
      div(other) { return Whole.ofBigInt(this.toBigInt() / Whole.from(other).toBigInt()); }
      modulo(other) { return Whole.ofBigInt(this.toBigInt() % Whole.from(other).toBigInt()); }
      static ofBigInt(v) { return new Whole(Number(BigInt.asIntN(32, v)), Number(BigInt.asIntN(32, v >> 32n))); }
      static from(v) { return v instanceof Whole ? v : Whole.ofBigInt(BigInt(typeof v === 'number' ? Math.trunc(v) : String(v))); }
      static fromNumber(v) { return Whole.from(Number.isFinite(v) ? v : 0); }
      static fromInt(v) { return new Whole(v, v < 0 ? -1 : 0); }
      static fromBits(low, high) { return new Whole(low, high); }
      static fromString(text, radix) {
        return radix === undefined || radix === 10 ? Whole.from(text) : Whole.fromNumber(parseInt(text, radix));
      }
    }
    Object.defineProperty(Whole, 'name', { value: name });
    Object.defineProperty(Whole.prototype, '_bsontype', { value: name });
    return Whole;
  }

  // simple makes a type that only holds what it is given, under the names of members.
  function simple(name, members, more) {
    const type = { [name]: function () {
      if (!(this instanceof type)) { return new type(...arguments); }
      for (let i = 0; i < members.length; i++) { this[members[i]] = arguments[i]; }
    } }[name];
    Object.defineProperty(type.prototype, '_bsontype', { value: name });
    for (const key of Object.keys(more || {})) { Object.defineProperty(type.prototype, key, { value: more[key], writable: true, configurable: true }); }
    return type;
  }

  const plain = { valueOf: function () { return this.value; }, toJSON: function () { return this.value; } };

  function Binary(data, subtype) {
    if (!(this instanceof Binary)) { return new Binary(data, subtype); }
    this.sub_type = subtype === undefined ? 0 : subtype;
    this.buffer = Buffer.from(data === undefined ? [] : data);
    this.position = this.buffer.length;
  }
  Object.defineProperty(Binary.prototype, '_bsontype', { value: 'Binary' });
  Binary.prototype.length = function () { return this.position; };
  Binary.prototype.value = function () { return this.buffer; };
  Binary.prototype.read = function (position, length) { return this.buffer.slice(position, position + length); };
  Binary.prototype.toJSON = function () { return this.buffer.toString('base64'); };
  Binary.prototype.toString = function (format) { return this.buffer.toString(format); };
  Object.assign(Binary, { SUBTYPE_DEFAULT: 0, SUBTYPE_FUNCTION: 1, SUBTYPE_BYTE_ARRAY: 2, SUBTYPE_UUID_OLD: 3, SUBTYPE_UUID: 4, SUBTYPE_MD5: 5, SUBTYPE_USER_DEFINED: 128 });

  const Decimal128 = simple('Decimal128', ['text'], {
    toString: function () { return this.text; },
    toJSON: function () { return { $numberDecimal: this.text }; },
  });
  Decimal128.fromString = function (text) { return new Decimal128(String(text)); };

  const bson = {
    ObjectID: ObjectID, ObjectId: ObjectID, Long: whole('Long', true), Timestamp: whole('Timestamp', false), Binary: Binary, Decimal128: Decimal128,
    Double: simple('Double', ['value'], plain), Int32: simple('Int32', ['value'], plain),
    Code: simple('Code', ['code', 'scope'], { toJSON: function () { return { scope: this.scope, code: this.code }; } }),
    MinKey: simple('MinKey', []), MaxKey: simple('MaxKey', []),
    Symbol: simple('Symbol', ['value'], Object.assign({ toString: function () { return this.value; } }, plain)),
    BSONRegExp: simple('BSONRegExp', ['pattern', 'options']),
    DBRef: simple('DBRef', ['namespace', 'oid', 'db'], { toJSON: function () { return { $ref: this.namespace, $id: this.oid, $db: this.db || '' }; } }),
    Map: Map,
  };

  // typeOf describes an object of these types, or of the package bson, for Go: the name
  // of the type and what it holds.
  parts.typeOf = function (v) {
    switch (v._bsontype) {
      case 'ObjectID': case 'ObjectId': return ['ObjectID', typeof v.toHexString === 'function' ? v.toHexString() : Buffer.from(v.id, 'latin1').toString('hex')];
      case 'Long': return ['Long', v.toString()];
      case 'Timestamp': return v.low_ === undefined ? ['Timestamp', v.low >>> 0, v.high >>> 0] : ['Timestamp', v.low_ >>> 0, v.high_ >>> 0];
      case 'Double': return ['Double', Number(v.value)];
      case 'Int32': return ['Value', Number(v.value)];
      case 'Decimal128': return ['Decimal', v.toString()];
      case 'Binary': return ['Binary', v.sub_type, Buffer.from(v.buffer).slice(0, v.position)];
      case 'Code': return ['Code', String(v.code)];
      case 'MinKey': case 'MaxKey': return [v._bsontype];
      case 'Symbol': return ['Value', v.value];
      case 'BSONRegExp': return ['Regexp', v.pattern, v.options || ''];
      case 'DBRef': {
        const out = { $ref: v.namespace === undefined ? v.collection : v.namespace, $id: v.oid };
        if (v.db) { out.$db = v.db; }
        return ['Value', out];
      }
    }
    return undefined;
  };

  // makers make the objects for what Go describes so.
  parts.makers = {
    ObjectID: function (hex) { return new ObjectID(hex); },
    Long: function (text) { return bson.Long.fromString(text); },
    Timestamp: function (low, high) { return new bson.Timestamp(low, high); },
    Decimal: Decimal128.fromString,
    Binary: function (subtype, data) { return new Binary(data, subtype); },
    Code: function (code) { return new bson.Code(code, {}); },
    MinKey: function () { return new bson.MinKey(); },
    MaxKey: function () { return new bson.MaxKey(); },
    Regexp: function (pattern, options) {
      const flags = options.replace(/[^ims]/g, '');
      try { return new RegExp(pattern, flags); } catch (err) { return new bson.BSONRegExp(pattern, options); }
    },
  };
  parts.bson = bson;
})
