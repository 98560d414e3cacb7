module.exports = { fn: async function () { return await sails.helpers.ship.deep.whoAmI().meta({ req: this.req }); } };
