module.exports = { inputs: { how: { type: 'string' } }, fn: async function ({ how }) {
  const m = { missing: [], wrong: ['x', 'green'], cracked: [-1], raw: [-2], error: [-3], coded: [-4], text: [-5], dict: [-6], like: [-7], nested: [-8], undef: [-9] };
  return await sails.helpers.clay.bake(...m[how]);
} };
