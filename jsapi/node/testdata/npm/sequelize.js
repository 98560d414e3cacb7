const { Sequelize, DataTypes, Op } = require('sequelize');
const url = process.env.FRAMEWORK_TEST_POSTGRES;
const db = new Sequelize((url || 'postgres://u@127.0.0.1:1/x').replace(/\?.*/, ''), { logging: false });
const User = db.define('FrameworkNpmUser', { name: { type: DataTypes.STRING, allowNull: false, validate: { len: [2, 20] } }, age: DataTypes.INTEGER }, { schema: url ? 'framework_npm' : undefined });
await assert.rejects(User.build({ name: 'x' }).validate(), e => e.name === 'SequelizeValidationError');
if (url) {
  await db.createSchema('framework_npm').catch(() => {});
  await User.sync({ force: true });
  await User.bulkCreate([{ name: 'ann', age: 30 }, { name: 'bob', age: 20 }]);
  const found = await User.findAll({ where: { age: { [Op.gt]: 25 } }, raw: true });
  assert.deepStrictEqual(found.map(u => u.name), ['ann']);
  await db.transaction(async transaction => User.update({ age: 21 }, { where: { name: 'bob' }, transaction }));
  assert.strictEqual((await User.findOne({ where: { name: 'bob' } })).age, 21);
  await db.dropSchema('framework_npm');
}
await db.close();
