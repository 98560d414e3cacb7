// What the engines of regular expressions did in another way than V8: captures of repeated groups, edges of words
// beside other letters than those of ASCII, ends of lines for the dot, and mistakes that were let pass.
const t=(f)=>{try{console.log(JSON.stringify(f()))}catch(e){console.log(String(e))}};
t(()=>/\bä/.test('xä'));
t(()=>/(?=ä)\bä/.test(' ä'));
t(()=>/(?=ä)\bä/.test('xä'));
t(()=>/(?=x)x\b/.test('xä'));
t(()=>/(?=x)x\B/.test('xä'));
t(()=>'äb'.replace(/\b(?=b)/g,'|'));
t(()=>/(?=a)a./.test('a\u2028'));
t(()=>/(?=a)a./.test('a\r'));
t(()=>/(?=a)a./u.test('a\r'));
t(()=>/(?:(a)|b)*/.exec('ab'));
t(()=>/(?=a)(?:(a)|b)*/.exec('ab'));
t(()=>/(z)((a+)?(b+)?(c))*/.exec('zaacbbbcac'));
t(()=>/(?:(a)|(b))+/.exec('ab'));
t(()=>/(?:a*?)*b/.exec('aab'));
t(()=>/(?=(a*))\1b/.exec('aab'));
t(()=>/(?!(a))b\1/.exec('b'));
t(()=>/\1(a)/.exec('aa'));
t(()=>/(?:\1|b)(a)/.exec('ba'));
t(()=>new RegExp('^*')); t(()=>new RegExp('(?=a)*').test('')); t(()=>new RegExp('\\b+')); t(()=>new RegExp('a**')); t(()=>new RegExp('(?<a>x)(?<a>y)'));
t(()=>new RegExp('(?<a>x)|(?<a>y)').exec('y').groups);
t(()=>/(?<=(\d+)(\d+))$/.exec('1053'));
t(()=>/(?<=\1(a))b/.exec('aab'));
t(()=>/[^]/.exec('\n')); t(()=>/[]/.exec('a')); t(()=>/[\b]/.exec('\b'));t(()=>/\cA/.exec('\x01'));t(()=>/\c/.exec('\\c'));t(()=>/[\c_]/.exec('\x1f'));
t(()=>/\8/.exec('8'));t(()=>/\07/.exec('\x07'));t(()=>/\x4/.exec('x4'));t(()=>/\u{2}/.exec('uu'));t(()=>/{/.exec('{'));t(()=>/a{,2}/.exec('a{,2}'));t(()=>/]/.exec(']'));
t(()=>'aBc'.split(/(?=[A-Z])/));t(()=>'a1b2'.split(/(\d)/));t(()=>/(?:)/.source);t(()=>new RegExp('/').source);t(()=>new RegExp('\n').source);
t(()=>/^(?:(\w+):)?\/\/([^\/?#]*)/.exec('http://a/b'));
t(()=>/(x+x+)+y/.test('x'.repeat(25)));
t(()=>/\p{L}+/u.exec('äö1')[0]);t(()=>/^.$/u.test('😀'));t(()=>/^.$/.test('😀'));t(()=>/[😀]/u.exec('😀')[0]);t(()=>'😀'.match(/./g).length);
t(()=>/(?<y>\d{4})-(?<m>\d\d)/.exec('2020-12').groups);t(()=>'2020-12'.replace(/(?<y>\d{4})-(?<m>\d\d)/,'$<m>/$<y>'));
t(()=>new RegExp('a{2,1}'));t(()=>new RegExp('[b-a]'));t(()=>new RegExp('(')); t(()=>new RegExp(')')); t(()=>new RegExp('[')); t(()=>new RegExp('\\')); t(()=>new RegExp('(?<1a>x)'));t(()=>new RegExp('a','gg'));t(()=>new RegExp('\\k<a>')); t(()=>new RegExp('(?<b>x)\\k<a>'));t(()=>new RegExp('(?a)'));t(()=>new RegExp('(?i:a)'));t(()=>new RegExp('(?'));
t(()=>'élan vital à nous'.replace(/\b\w/g,c=>c.toUpperCase()));
t(()=>'élan'.match(/\b\w+/)[0]);
t(()=>'naïve café'.split(/\b/));
t(()=>/\bé/.test(' é')); t(()=>/\bé/.test('aé')); t(()=>/(?!q)\bé/.test('aé'));t(()=>/(?!q)\bé/.test(' é'));
t(()=>'日本 x'.replace(/\b/g,'|'));
t(()=>/é\b/i.test('é')); t(()=>/\bs/i.test('ſs'));
for (const [p,f] of [['^*'],['$+'],['a|*'],['(*a)'],['\\b+'],['\\B{2}'],['(?=a)*'],['(?!a){2}'],['(?<=a)*'],['(?<!a)?'],['(?<a>x)(?<a>y)'],['(?<a>x)|(?<a>y)'],['(?<a>x)(?<a>y)','u'],['(?<a>x)|(?<a>y)','v'],['a**'],['a+++'],['a??b'],['a{1}{2}'],['{1}'],['a{1'],['{'],['}'],[']'],['a{2}?+'],['^{2}'],['^{a'],['(?:)*'],['()*'],['(?'],['(?a'],['(?:'],['(?<'],['(?<a'],['(?<a>'],['[^]*'],['[]*'],['\\c*'],['x{,2}*'],['(^*)'],['(?:^)*'],['\\k'],['\\k<a>'],['(?<b>)\\k'],['(?<b>)\\k<a>'],['(?<b>)\\k<b'],['[z-a]'],['[\\d-x]'],['a{3,1}'],['\\1(?<a>.)'],['(?<a.>x)'],['(?<>x)'],['\\'],['[\\'],['(?i:a)'],['(?-i:a)'],['(?<𝒜>.)'],['(?<a\\u0062>.)'],['(?<=\\1(a))*'],['(?#a)'],['(?>a)'],['+'],['?'],['*'],['(?=a){,2}'],['(?<=a){,2}'],['|*'],['(|*)'],['a|?']]) {
  let out; try { const r = new RegExp(p, f); out = 'fine ' + r.source; } catch (e) { out = e.message; }
  console.log(JSON.stringify([p,f]), out);
}
for (const [p,f] of [['\\k<b','u'],['(?<b>)\\k<b','u'],['(?<b>)\\k<','u'],['(?<b>)\\k<c>','u'],['(?<b>)\\k<>',''],['(?<b>)\\k<c>',''],['[\\',''],['[a\\',''],['[\\\\',''],['(?<b>)[\\k]',''],['(?<b>)[\\k]','u'],['(?<b>)\\k<b>*',''],['(?<b>)\\k<1>',''],['(?<b>.)\\k{b}',''],['(?<$>.)\\k<$>',''],['(?<a>.)[(?<a>]',''],['\\(?<a>(?<a>.)',''],['(?<a>.(?<a>.))','']]) {
  let out; try { const r = new RegExp(p, f); out = 'fine ' + r.source; } catch (e) { out = e.message; }
  console.log(JSON.stringify([p,f]), out);
}
