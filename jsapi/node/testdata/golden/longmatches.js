// Expressions that remember many places where they could go on in another way, in long texts.
const expressions = [/A+?(?=x)/, /[A-Z]+?(?=[\s_-]|[A-Z][a-z]|$)|x/, /(?:A|B)+?x/, /(?:[A-Z](?!q))+x/, /(A)+x/, /(?:A(?:q)?)+x/, /^(?:(?=A).)*x/, /^(?:(?!q)[^])*$/, /(?:(A)|B)*?x/, /[^]*?x/];
for (const length of [20000, 50000, 300000]) {
  const text = 'A'.repeat(length) + 'xB1';
  console.log(length, ...expressions.map((of) => {
    const found = of.exec(text);
    return found && found[0].length;
  }));
}
const lines = 'a "quoted \\" text", '.repeat(20000);
console.log(lines.match(/"(?:[^"\\]|\\.)*"/g).length, lines.replace(/(?:[^,](?!,,))+, /g, 'x').length, lines.split(/(?:, (?=a))/).length);
console.log(/^(?:"(?:[^"\\]|\\.)*"|[^"])*$/.test(lines));
