// What adapters of 0.10 to 0.12 use of the collections that they are given, besides data:
// _cast.run(values) brings values, such as those of a JSON file, into the types of their
// attributes.
(function (collections) {
  'use strict';

  const casts = {
    string: String, text: String, integer: Number, float: Number,
    date: (v) => new Date(v), datetime: (v) => new Date(v),
    boolean: (v) => v === true || v === 1 || v === 'true' || v === '1',
  };

  for (const name of Object.keys(collections)) {
    const definition = collections[name].definition || {};
    collections[name]._cast = {
      run: function (values) {
        for (const key of Object.keys(values)) {
          const cast = definition[key] && casts[definition[key].type];
          if (!cast || values[key] === null || values[key] === undefined) { continue; }
          const v = cast(values[key]);
          if (!Number.isNaN(v.valueOf())) { values[key] = v; }
        }
        return values;
      },
    };
  }
})
