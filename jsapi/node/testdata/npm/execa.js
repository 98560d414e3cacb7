const { execa } = require('execa');
const done = await execa('sh', ['-c', 'echo out; echo err >&2; cat'], { input: 'given' });
assert.deepStrictEqual([done.stdout, done.stderr, done.exitCode], ['out\ngiven', 'err', 0]);
await assert.rejects(execa('sh', ['-c', 'echo why >&2; exit 3']), e => e.exitCode === 3 && e.stderr === 'why' && e.shortMessage.includes('exit code 3'));
await assert.rejects(execa('no-such-program-here'), e => e.code === 'ENOENT');
await assert.rejects(execa('sleep', ['20'], { timeout: 50 }), e => e.timedOut === true);
assert.strictEqual((await execa`echo ${'a b'} c`).stdout, 'a b c');
