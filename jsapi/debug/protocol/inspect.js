(function () {
	'use strict';
	const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf, apply } = Reflect;
	const toText = Object.prototype.toString, source = Function.prototype.toString, pattern = RegExp.prototype.toString, date = Date.prototype.toString;
	const isArray = Array.isArray, isView = ArrayBuffer.isView, mapEntries = Map.prototype.entries, setValues = Set.prototype.values;
	const has = (o, name) => getOwnPropertyDescriptor(o, name);
	const getter = (o, name) => { const g = getOwnPropertyDescriptor(o, name).get; return v => apply(g, v, []); };
	const typed = getPrototypeOf(Uint8Array.prototype);
	const mapSize = getter(Map.prototype, 'size'), setSize = getter(Set.prototype, 'size');
	const bytes = getter(ArrayBuffer.prototype, 'byteLength'), viewBytes = getter(DataView.prototype, 'byteLength'), length = getter(typed, 'length'), kind = getter(typed, Symbol.toStringTag);
	const { has: hasWeak } = WeakMap.prototype, { has: hasWeakSet } = WeakSet.prototype;
	const pairs = new WeakSet(), whole = globalThis;
	const primitives = [String.prototype.valueOf, Number.prototype.valueOf, Boolean.prototype.valueOf, BigInt.prototype.valueOf, Symbol.prototype.valueOf];
	const harmless = new WeakSet([[Map.prototype, 'size'], [Set.prototype, 'size'], [ArrayBuffer.prototype, 'byteLength'], [DataView.prototype, 'byteLength'], [typed, 'length'], [typed, 'byteLength']]
		.map(([o, name]) => getOwnPropertyDescriptor(o, name).get));
	const isPair = v => apply(hasWeakSet, pairs, [v]);

	// tried returns undefined for what throws.
	function tried(f) {
		try { return f(); } catch (e) { return undefined; }
	}

	// className is that of V8, which names the prototypes of built-in classes after these.
	function className(v) {
		const own = has(v, 'constructor');
		if (own && typeof own.value === 'function' && own.value.prototype === v && apply(source, own.value, []).endsWith('{ [native code] }')) return own.value.name;
		for (let p = getPrototypeOf(v), n = 0; p !== null && n < 50; p = getPrototypeOf(p), n++) {
			const d = has(p, 'constructor');
			if (d && typeof d.value === 'function') {
				const name = has(d.value, 'name');
				if (name && typeof name.value === 'string' && name.value !== '') return name.value;
			}
		}
		return 'Object';
	}

	// kindOf returns the subtype and the description of an object.
	function kindOf(v, name) {
		let n;
		if (isArray(v)) return ['array', name + '(' + v.length + ')'];
		if (isPair(v)) return ['internal#entry', pairText(v)];
		if ((n = tried(() => mapSize(v))) !== undefined) return ['map', name + '(' + n + ')'];
		if ((n = tried(() => setSize(v))) !== undefined) return ['set', name + '(' + n + ')'];
		if (tried(() => apply(hasWeak, v, [v])) !== undefined) return ['weakmap', name];
		if (tried(() => apply(hasWeakSet, v, [v])) !== undefined) return ['weakset', name];
		if (isView(v)) return kind(v) === undefined ? ['dataview', name + '(' + viewBytes(v) + ')'] : ['typedarray', name + '(' + length(v) + ')'];
		if ((n = tried(() => bytes(v))) !== undefined) return ['arraybuffer', name + '(' + n + ')'];
		switch (tried(() => apply(toText, v, []))) {
		case '[object Generator]': case '[object AsyncGenerator]': return ['generator', name === 'Object' ? 'Generator' : name];
		case '[object Array Iterator]': case '[object Map Iterator]': case '[object Set Iterator]': case '[object String Iterator]': return ['iterator', apply(toText, v, []).slice(8, -1)];
		case '[object Arguments]': return ['array', 'Arguments(' + v.length + ')'];
		}
		return ['', name];
	}

	function brief(v) {
		if (typeof v === 'string') return JSON.stringify(v);
		if (v !== null && typeof v === 'object') return describe(v)[2];
		if (typeof v === 'function') return 'ƒ';
		return typeof v === 'bigint' ? v + 'n' : String(v);
	}

	function pairText(p) {
		return has(p, 'key') ? '{' + brief(p.key) + ' => ' + brief(p.value) + '}' : brief(p.value);
	}

	// describe returns the subtype, the class and the description of an object or a function.
	// internal is its class in the engine.
	function describe(v, internal) {
		if (v === whole) return ['', 'global', 'global'];
		const name = className(v);
		if (typeof v === 'function') return ['', name, apply(source, v, [])];
		switch (internal) {
		case 'RegExp': return ['regexp', name, apply(pattern, v, [])];
		case 'Date': return ['date', name, apply(date, v, [])];
		case 'Error': {
			const stack = tried(() => v.stack);
			return ['error', name, typeof stack === 'string' && stack !== '' ? stack : tried(() => name + ': ' + v.message) || name];
		}
		case 'Promise': return ['promise', name, name];
		}
		const [subtype, text] = kindOf(v, name);
		return [subtype, subtype === 'array' && text.startsWith('Arguments') ? 'Arguments' : name, text];
	}

	// properties lists those of an object, and of those that it inherits from unless own is set.
	// computed are the names of getters whose values are shown as its own, each with the getter if it has that itself.
	function properties(v, own, accessors, named, computed) {
		const list = [], seen = new Set();
		for (const [key, getter] of computed) {
			const value = has(v, key) && !owns(v, key, getter) ? undefined : tried(() => [v[key]]);
			if (!value) continue;
			seen.add(key);
			if (!accessors) list.push([key, true, true, value[0], undefined, undefined, true, true, true]);
		}
		for (let o = v, n = 0; o !== null && n < 50; o = getPrototypeOf(o), n++) {
			for (const key of ownKeys(o)) {
				if (seen.has(key) || named && typeof key === 'string' && /^(0|[1-9][0-9]*)$/.test(key)) continue;
				seen.add(key);
				const d = getOwnPropertyDescriptor(o, key);
				if (!d || accessors && !('get' in d)) continue;
				list.push([key, o === v, 'value' in d, d.value, d.get, d.set, !!d.writable, d.configurable, d.enumerable]);
			}
			if (own) break;
		}
		return list;
	}

	// owns reports whether v has a getter itself.
	function owns(v, key, getter) {
		const d = has(v, key);
		return !!getter && !!d && d.get === getter;
	}

	// member returns an array with the value of an own property of v that receiver has or inherits,
	// an empty one for a getter which may run code of a script; undefined for none.
	function member(v, key, receiver) {
		const d = getOwnPropertyDescriptor(v, key);
		if (!d) return undefined;
		if ('value' in d) return [d.value];
		return tried(() => apply(hasWeakSet, harmless, [d.get]) ? [apply(d.get, receiver, [])] : []) || [];
	}

	// entries returns those of a Map or a Set; undefined for other objects.
	function entries(v) {
		let list;
		const add = e => { pairs.add(e); list.push(e); };
		if (tried(() => mapSize(v)) !== undefined) {
			list = [];
			for (const [key, value] of apply(mapEntries, v, [])) add({ key, value });
		} else if (tried(() => setSize(v)) !== undefined) {
			list = [];
			for (const value of apply(setValues, v, [])) add({ value });
		}
		return list;
	}

	// primitive returns an array with the value that an object wraps; undefined for other objects.
	function primitive(v) {
		for (const valueOf of primitives) {
			const found = tried(() => [apply(valueOf, v, [])]);
			if (found) return found;
		}
	}

	return [describe, properties, entries, primitive, member, owns];
})()
